import { factValue, PARTY_KINDS } from '#domain/news/fact-text.ts'
import type { Certainty, Fact } from '#domain/news/facts.ts'
import { current, isCurrent, isRecent } from './certainty.ts'
import { MONEY, NAME } from './entities.ts'
import { factsIn } from './extract-facts.ts'
import type { CompanyEvent } from './frames.ts'
import { investorsIn } from './investors.ts'
import { SELF, type MarkedSentence } from './marked-text.ts'
import { peopleIn } from './people.ts'
import type { Statement } from './statements.ts'
import { isOwnName, refusalOf, type Claim } from '../check.ts'
import type { FactJudge } from '../fact-judge.ts'

export type Certain = Statement & { factuality: Certainty }

/** Later sentences give background more often than news. */
export const LEAD_SENTENCES = 4

/** Sentences after the event may add details without naming it again: "The money comes from …". */
export function allFacts(
  chosen: Certain,
  certain: Certain[],
  sentences: MarkedSentence[],
  year: number,
  judge: FactJudge = () => null,
): Fact[] {
  const named = new Set(certain.map(({ sentence }) => sentence))
  const parties = certain.flatMap(({ event, sentence }) => (event === chosen.event ? sentence.entities.names : []))
  const isWithin = itemOf(chosen, sentences)
  const details = sentences
    .filter(
      (sentence, at) =>
        !named.has(sentence) &&
        isWithin(sentence) &&
        (mayAddDetails(sentence, chosen.event, year) ||
          isPaidBy(sentence, parties, chosen.event, year) ||
          (at <= DETAIL_SENTENCES && isOfRound(sentence, chosen.event, year))),
    )
    .map((sentence): Certain => ({ ...chosen, before: '', text: sentence.marked, role: 'undergoes', sentence }))
  const ordered = [...certain.filter(({ event }) => event === chosen.event), ...details]
  const carried = (those: Certain[]) =>
    those.flatMap((each) => factsIn(each, each.factuality).filter((fact) => isCarried(fact, each.sentence, judge)))
  const titled = carried(ordered.filter(({ sentence }) => sentence.isTitle))
  const below = carried(ordered.filter(({ sentence }) => !sentence.isTitle))
  const found = [
    ...titled,
    ...below.filter(isNewTo(titled)),
    ...peopleFacts('departure', 'leaves', chosen, certain, sentences, year, judge),
    ...peopleFacts('arrival', 'joins', chosen, certain, sentences, year, judge),
  ]
  return distinctFacts(found.filter((fact) => !isOwnName(fact, sentences)))
}

/** What the encoder does not find in the text, clauses alone decide. */
const isCarried = (claim: Claim, sentence: MarkedSentence, judge: FactJudge) =>
  refusalOf(claim, sentence) === null && (judge(claim, sentence) ?? 1) >= LEAST_SHARE
/** Chosen on the marked news of the benchmark (docs/decisions/0040-a-reader-that-learned.md). */
const LEAST_SHARE = 0.45

/** Below a headline that names partners, others are mentioned in passing. */
const isNewTo = (titled: Fact[]) => {
  const names = titled.flatMap((fact) => (IN_DEALINGS.has(fact.kind) ? factValue(fact) : []))
  return (fact: Fact) =>
    names.length === 0 ||
    !IN_DEALINGS.has(fact.kind) ||
    names.some((name) => `${factValue(fact)} `.startsWith(`${name} `))
}
const IN_DEALINGS: ReadonlySet<Fact['kind']> = new Set(['partner', 'customer'])

/** A person's name and role may appear in different sentences. */
function peopleFacts(
  event: CompanyEvent,
  kind: 'joins' | 'leaves',
  chosen: Certain,
  certain: Certain[],
  sentences: MarkedSentence[],
  year: number,
  judge: FactJudge,
): Fact[] {
  const stated = certain.filter((each) => each.event === event)
  const [first] = stated
  if (!first) return []
  const own = new Set(stated.map(({ sentence }) => sentence))
  const isWithin = itemOf(first, sentences)
  const relevant = sentences.filter(
    (each, at) =>
      own.has(each) ||
      (chosen.event === event &&
        isWithin(each) &&
        (each.isTitle ||
          (at <= LEAD_SENTENCES && isRecent(each.marked, year)) ||
          (each.isOwn && at >= sentences.length - 2))),
  )
  return peopleIn(
    relevant.map(({ marked, entities, isTitle, isOwn }) => ({
      text: isOwn ? marked : marked.replaceAll(QUOTED, ' '),
      entities,
      isTitle,
      isOwn,
    })),
    kind,
  )
    .filter((claim) => relevant.some((sentence) => isCarried(claim, sentence, judge)))
    .map((claim): Fact => ({ ...claim, certainty: first.factuality }))
}

/** What someone says doesn't tell who joins: "Brampton is the final boss". */
const QUOTED = /[“"][^”"]{1,400}[”"]/g

function mayAddDetails({ marked, isTitle, topic, isOwn }: MarkedSentence, event: CompanyEvent, year: number): boolean {
  const isNow = event === 'results' ? isRecent(current(marked).replaceAll(PERIOD, ''), year) : isCurrent(marked, year)
  if (isTitle || !isNow || FOREIGN_EVENT.test(marked)) return false
  return isOwn || topic === 'self' || marked.includes(SELF) || ABOUT_THE_DEAL.test(marked)
}

/** "Birch paid $2.8 billion in cash": the buyer is known from the sentence that states the sale. */
const isPaidBy = (sentence: MarkedSentence, parties: string[], event: CompanyEvent, year: number) =>
  event === 'acquisition' &&
  !sentence.isTitle &&
  PAYS.test(sentence.marked) &&
  isCurrent(sentence.marked, year) &&
  !FOREIGN_EVENT.test(sentence.marked) &&
  parties.some((name) => sentence.quoted.startsWith(`${name} `))
const PAYS = /^[^,;.]{1,40} (?:will pay|is paying|paid|pays)\b/

const DETAIL_SENTENCES = 6

/** A sentence that names investors is about the round, whatever its subject. */
const isOfRound = ({ marked, isTitle, entities }: MarkedSentence, event: CompanyEvent, year: number) =>
  event === 'raise' &&
  !isTitle &&
  isCurrent(marked, year) &&
  !FOREIGN_EVENT.test(marked) &&
  investorsIn(marked, entities).length > 0

/** A year or quarter that figures refer to. */
const PERIOD =
  /\b(?:(?:in|for|of|during) )?(?:the (?:year|quarter|months?) (?:to|ended) [^,.;]{3,20}|last (?:year|quarter)|(?:fiscal |FY ?)?20\d\d)\b/gi
const FOREIGN_EVENT = new RegExp(
  String.raw`\b(?:[Rr]ival|[Cc]ompetitor)s? |(?:^|: |; |^At )(?:[a-z-]+ ){0,3}${NAME}(?: \([^)]{1,60}\))?(?:,|,? [^.;]{0,80}?,)? (?:has |have |also |recently |had |said it would )*(?:raised|raises|acquired|acquires|cut|laid|bought|launched|fined|sued|shed|reduced|eliminated|axed|hired|named|promoted|appointed|poached|filed|secured|landed|[a-z]+ ${NAME} is out)\b|^(?:[-•*–] )?${NAME}(?: \([^)]{1,60}\))?: (?=[^"“]*${MONEY})`,
)

/** In a roundup, the item about the company begins at its event and ends where another company's begins. */
function itemOf(chosen: Certain, sentences: MarkedSentence[]): (sentence: MarkedSentence) => boolean {
  const begin = sentences.indexOf(chosen.sentence)
  const isOthers = ({ marked }: MarkedSentence) =>
    !marked.includes(SELF) && FOREIGN_EVENT.test(marked.replace(LABEL, ''))
  const text = sentences.filter(({ isTitle }) => !isTitle)
  if (chosen.sentence.isTitle || !text.some(isOthers)) return (sentence) => !isOthers(sentence)
  const next = sentences.findIndex((sentence, at) => at > begin && isOthers(sentence))
  const item = new Set(sentences.slice(begin, next === -1 ? undefined : next))
  return (sentence) => item.has(sentence)
}

/** "- ", "Oct. 9: " */
const LABEL = new RegExp(String.raw`^(?:[-•*–] |(?:${NAME}|[A-Z][a-z]+) \d{1,2}: )`)
const ABOUT_THE_DEAL =
  /\b(?:[Tt]he (?:[A-Za-z]+ )?(?:round|financing|investment|funding|money|deal|purchase|acquisition|transaction|price|cuts|layoffs|settlement|fine|penalty|offering|prospectus|contract|agreement|figure|sum|consideration)|[Ss]ales came|(?:[Ii]nvestors|[Ii]nsiders|[Bb]ackers|[Ss]hareholders) (?:have |had |also )?(?:provid|put|contribut|inject|committed)[a-z]*|price|the cuts|per cent of (?:the|its)|[Rr]evenue (?:of|was|rose|grew))\b/

const isShort = (short: string, name: string) =>
  name.startsWith(`${short} `) || (name.includes(' ') && short === name.replaceAll(/(?<=\p{L})\p{L}+|[^\p{L}]/gu, ''))
const PARTIES: ReadonlySet<string> = new Set(PARTY_KINDS)
const isParty = ({ kind }: Fact) => PARTIES.has(kind)
const SINGLE: ReadonlySet<Fact['kind']> = new Set([
  'raised',
  'valuation',
  'round',
  'price',
  'revenue',
  'penalty',
  'buyer',
])

/** Keeps the first value of each single-valued kind: a round has only one amount. */
export function distinctFacts(facts: Fact[]): Fact[] {
  const seen = new Set<string>()
  const names = facts.flatMap((fact) => ('name' in fact ? fact.name : []))
  return facts.filter((fact) => {
    // "Hercules" in the title is "Hercules Capital" in the text.
    if (isParty(fact) && fact.kind !== 'buyer' && names.some((name) => isShort(factValue(fact), name))) return false
    const key = SINGLE.has(fact.kind)
      ? fact.kind
      : // A partner in the title that is a customer in the text has one role.
        isParty(fact)
        ? `party ${factValue(fact).toLowerCase()}`
        : fact.kind === 'layoffs'
          ? `layoffs ${fact.size.endsWith('%')}`
          : `${fact.kind} ${factValue(fact).toLowerCase()}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
