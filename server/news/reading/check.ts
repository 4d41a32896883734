import { PARTY_KINDS } from '#domain/news/fact-text.ts'
import type { Amount, Fact } from '#domain/news/facts.ts'
import type { EventType } from '#domain/taxonomy.ts'
import { amountAt, MONEY, NAME, nameAt, ROLE } from './clauses/entities.ts'
import { MODIFIER, SELF, type MarkedSentence } from './clauses/marked-text.ts'
import { isKnownPerson } from './clauses/people.ts'
import { isNotMoneyOf, isOfAnother } from './check-amounts.ts'
import { isCommonNoun, isOrganization } from './text/organizations.ts'

export type Claim = Fact extends infer Each ? (Each extends Fact ? Omit<Each, 'certainty'> : never) : never
type Sentence = Pick<MarkedSentence, 'marked' | 'quoted' | 'entities'>
/** One place where the sentence has what is claimed, with its clause around it. */
export type Place = { before: string; after: string; sentence: Sentence }

/** Why a claim is not stated, although a wording found it. */
export type Refusal = 'absent' | keyof typeof REFUSALS

/** Null if the sentence carries the claim. Every fact of every article passes here, and nothing is stated without it. */
export function refusalOf(claim: Claim, sentence: Sentence): Refusal | null {
  const refusals = placesOf(claim, sentence).map((place) => refusedAt(claim, place))
  // What is part of the company's name in one place is no other company in the next.
  if (refusals.includes('itself')) return 'itself'
  return refusals.includes(null) ? null : (refusals[0] ?? 'absent')
}

/** Whether all that the sentence says of such an event is refused. */
export function isRefusedEvent(event: EventType, sentence: Sentence): boolean {
  if (event === 'departure') return OFFICE_ELSEWHERE.test(sentence.quoted)
  const { amounts } = sentence.entities
  return (
    event === 'raise' &&
    amounts.length > 0 &&
    (OWN_FUND.test(sentence.marked) || !FUNDING.test(sentence.marked)) &&
    amounts.every((amount) => refusalOf({ kind: 'raised', amount }, sentence) !== null)
  )
}
const OWN_FUND = /\b(?:venture|capital|early-stage|growth|debut|\p{Co}) fund\b/iu
const FUNDING =
  /\b(?:round|funding|financing|series [a-k]|(?:pre-)?seed|invest(?:ment|ors?)|equity|offering|backed|valu|into)/i

const refusedAt = (claim: Claim, place: Place): Refusal | null =>
  REASONS.find((reason) => REFUSALS[reason](claim, place)) ?? null

/** Whether the article calls the company itself, or what the company makes, so. */
export const isOwnName = (claim: Claim, sentences: readonly Sentence[]) =>
  isParty(claim) &&
  sentences.some((sentence) => placesOf(claim, sentence).some(({ before }) => AFTER_OWN_NAME.test(before)))

export const isNamedAfter = (claim: Claim, own: readonly string[]) =>
  isParty(claim) && 'name' in claim && own.some((name) => ` ${claim.name} `.includes(` ${name} `))

const PARTIES: ReadonlySet<string> = new Set(PARTY_KINDS)
const isParty = ({ kind }: Claim) => PARTIES.has(kind)

const REFUSALS = {
  'no organization': (claim: Claim, { before }: Place) =>
    isParty(claim) &&
    'name' in claim &&
    (!isOrganization(claim.name) || (isCommonNoun(claim.name) && !INTRODUCES.test(before))),
  itself: (claim: Claim, { before, after }: Place) =>
    isParty(claim) &&
    (OWN_NAME.test(before) ||
      ((claim.kind === 'partner' || claim.kind === 'customer') && OF_ITS_OWN.test(before)) ||
      (IN_BRACKETS.test(before) && CLOSES.test(after))),
  description: (claim: Claim, { before, after }: Place) =>
    isParty(claim) &&
    ((before === '' && after.startsWith(': ')) ||
      DESCRIBES.test(after) ||
      (claim.kind !== 'merger' && IN_ASIDE.test(before))),
  purpose: (claim: Claim, { before }: Place) => isParty(claim) && claim.kind !== 'bought' && PURPOSE.test(before),
  'another role': (claim: Claim, { before, after }: Place) =>
    isParty(claim) &&
    (OF_ANOTHER_ROLE.test(before) ||
      (claim.kind === 'partner' && OWNS.test(after)) ||
      (claim.kind === 'investor' && (ADVISES.test(before) || STAYS_OUT.test(after))) ||
      ('name' in claim && OF_PERSON.test(after) && isKnownPerson(claim.name))),
  'whoever hires': (claim: Claim, { after }: Place) => claim.kind === 'joins' && HIRES.test(after),
  'other money': (claim: Claim, place: Place) => 'amount' in claim && isNotMoneyOf(claim.kind, place),
  'other staff': (claim: Claim, { before, after }: Place) => claim.kind === 'layoffs' && isOfAnother(before, after),
  'another committee': (claim: Claim, { sentence }: Place) =>
    claim.kind === 'leaves' && OFFICE_ELSEWHERE.test(sentence.quoted),
  question: (_: Claim, { sentence }: Place) => /\?\s*$/.test(sentence.marked),
  hypothesis: (_: Claim, { before, after }: Place) => CONDITION.test(`${before} ${after}`),
} satisfies Record<string, (claim: Claim, place: Place) => boolean>
const REASONS = Object.keys(REFUSALS) as (keyof typeof REFUSALS)[]

/** "Turnaround investor Endless" */
const INTRODUCES = /\b(?:investor|backer|firm|fund|giant|company|maker|group|start-?up|retailer|bank|rival|chain)s? $/i
/** "Cwallet Lucky Box": what follows the company's name belongs to it. */
const OWN_NAME = new RegExp(`(?:${SELF}|${MODIFIER}|${SELF}['’]s) $`)
const OF_ITS_OWN = new RegExp(
  String.raw`\b(?:[Ii]ts|[Oo]ur|${SELF}['’]s) (?:(?!(?:partners?|customers?|clients?|rivals?|with|by|from|to|for|as|and|at) )[A-Za-z-]+ ){0,4}$`,
)
const AFTER_OWN_NAME = new RegExp(String.raw`(?:${SELF}|${MODIFIER}) (?:\((?:[^()]*: ?)?)?$`)
/** "Acme (NASDAQ: ACM)", "Bpifrance (Large Venture fund)" */
const IN_BRACKETS = new RegExp(String.raw`\((?:[^()]*: ?|[^()${NAME.slice(1, -1)}]*)$`)
const CLOSES = new RegExp(String.raw`^[^()${NAME.slice(1, -1)}]*\)`)

/** "A Texas firm", "Bay Area VR studio Sanzaru", "the Bavaria development bank": the name only says which. */
const DESCRIBES =
  /^(?:['’]s)?[ -](?:(?!(?:as|is|was|and|to|for|with|in|on|of|at|[a-z]+s|[a-z]+ed)\b)[a-z]+[ -])?(?:based|firm|company|group|giant|rival|start-?up|buyer|conglomerate|maker|roaster|chain|investor|studio|agency|team(?! up)|research|customers?|clients?|users?|market|league|community|technology|platform|network|machines?|office|university|bank|brothers|family|grant|program)\b/i
/** "Acme, a subsidiary of Birch and a leader in …, partners with Cedar" */
const IN_ASIDE =
  /, (?:an?|the|your|our|its|one of) (?![^,;]*\b(?:round|[Ss]eries|financing|funding|deal|backer)\b)[^,;]*\b(?:of|for|in|from|with|behind|on|at|and|to|full-service)\b[^,;]*$/

/** "Raises $6M to fix a market that Birch won't", "partners with Birch to help Cedar": no part in it. */
const PURPOSE = new RegExp(
  String.raw`(?:${MONEY}|${NAME}|\b(?:[Ss]eries [A-K]\S?|[Ss]eed|round|funding|financing|investment|raise|partnership|agreement|collaboration|integration|deal|notes?|loan|facility|offering|grant|capital)) to (?!be |become |join|invest|lead|back|acquire|buy|purchase|take over|tak|merge|partner|team|sell)[A-Za-z]+ (?![^;]*\b(?:led|from|by|backed)\b)[^;]*$`,
)
const OF_ANOTHER_ROLE =
  /\b(?:parent|owner|maker|brand|division|subsidiary|branch|developer|creator|member|alumn\w+|alum|graduate)s?(?: company)? (?:of|at|behind) (?:the )?$/i
/** "The Siren's Log": the name goes on. */
const OWNS = new RegExp(`^['’]s ${NAME}`)
/** "Dana Reyes, the founder, recruited Ana Ruiz" */
const HIRES = new RegExp(
  String.raw`^, (?:[^,;]{0,20} )?${ROLE}[^,;]{0,60}, (?:has )?(?:recruit|hir|appoint|welcom|nam)\p{L}* `,
  'u',
)
const ADVISES =
  /\b(?:advis\w+|bankers?|underwriters?|counsel|lawyers?|customers?|clients?|founders?|founded|rivals?|competitors?|spun out of|alumni|formerly|ex)\b[^.;,]{0,25}$/i
/** "Birch declined to invest", "Birch's founder" */
const STAYS_OUT = new RegExp(
  String.raw`^ (?:did not|didn['’]t|has not|had not|will not|won['’]t|declined|denied|pulled|was not)\b|^ ${ROLE}|^, ${ROLE}(?! ${NAME},? (?:said|says|told|wrote|announced|confirmed))|^['’]s (?:founder|chief|former|[a-z]+ (?:founder|chief))`,
)
/** "Todd Bailey of the council" */
const OF_PERSON = /^,? (?:of|from|at|who)\b/
/** "Resigned from Trump's council" */
const OFFICE_ELSEWHERE =
  /\b(?:resign|step|quit|withdr)\w*(?: down)? from (?!its |the board)[^,;]{0,50}\b(?:council|panel|commission|task force)\b/i
const CONDITION =
  /\b(?:contingent (?:up)?on|conditional (?:up)?on|had demanded|would have|unless|no longer)\b|\bif (?:it|they|the)\b/i

const STAFF_CLAUSE = /[;–—•]|\. |, (?:and|but|while|whereas) /
const CLAUSE_END = /[;–—•]|\. | \* |, (?:but|while|whereas|although|though) /

/** In a language whose names have no tokens, a name stands where it is written. */
function placesOf(claim: Claim, sentence: Sentence): Place[] {
  const { marked } = sentence
  if ('amount' in claim)
    return placesWhere(sentence, MONEY, (token) => isSame(amountAt(token, sentence.entities), claim.amount))
  if (claim.kind === 'round') return [{ before: '', after: marked, sentence }]
  if (claim.kind === 'layoffs') {
    const number = new RegExp(claim.size.replace('%', '').replaceAll(/\B(?=(?:\d{3})+$)/g, ',?'))
    const clause = marked.split(STAFF_CLAUSE).find((each) => number.test(each)) ?? marked
    const at = Math.max(0, clause.search(number))
    return [{ before: clause.slice(0, at), after: clause.slice(at), sentence }]
  }
  const named = placesWhere(sentence, NAME, (token) => nameAt(token, sentence.entities) === claim.name)
  const at = named.length === 0 && sentence.entities.names.length === 0 ? sentence.quoted.indexOf(claim.name) : -1
  return at === -1 ? named : [{ before: '', after: '', sentence }]
}

const isSame = (a: Amount | undefined, b: Amount) => a?.value === b.value && a.currency === b.currency

const placesWhere = (sentence: Sentence, token: string, is: (token: string) => boolean): Place[] =>
  [...sentence.marked.matchAll(new RegExp(token, 'g'))]
    .filter(([found]) => is(found))
    .map(({ index }) => ({
      before: sentence.marked.slice(0, index).split(CLAUSE_END).at(-1) ?? '',
      after: sentence.marked.slice(index + 1).split(CLAUSE_END)[0] ?? '',
      sentence,
    }))
