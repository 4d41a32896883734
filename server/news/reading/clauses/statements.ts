import { factualityOf, type Factuality } from './certainty.ts'
import { NAME } from './entities.ts'
import { FRAMES, type CompanyEvent } from './frames.ts'
import { MODIFIER, SELF, type MarkedSentence } from './marked-text.ts'

/** One event in one sentence. `text` begins at the wording of the event; `before` leads up to it. */
export type Statement = {
  event: CompanyEvent
  /** Strongest evidence first. */
  role: 'does' | 'has' | 'undergoes'
  factuality: Factuality
  before: string
  text: string
  sentence: MarkedSentence
}

/** Words that may come between a subject and its verb. */
const AUXILIARIES = new Set(
  `has have had is are was were did do does will would could may might should can cannot must be been being to also just today now
  recently quietly officially finally successfully formally reportedly allegedly confidentially abruptly temporarily
  immediately on monday tuesday wednesday thursday friday saturday sunday said says say announce announces announced
  announcing confirms confirmed reveals revealed disclosed that it its they plan plans planned planning agree agrees agreed
  agreement signed reached entered into a an the deal definitive set expects expected intends intend about close nears near nearing closing in poised
  prepares prepared preparing consider considers considered considering explore explores explored exploring weigh weighs
  weighing mull mulls mulling talks talk advanced early late-stage preliminary exclusive discussions negotiations seek seeks
  seeking sought look looks looking aim aims aiming hopes hoping want wants wanted eyes eyeing not never no longer fail
  fails failed failing unable deny denies denied denying report reports rumor rumors claim claims rumored understood believed
  forced decided decision made difficult chosen begins beginning began starts started starting continues continued
  continuing going get gets getting got track ready scheduled due able walk walks walked away from scrap scraps scrapped
  abandons abandoned shelves shelved calls called off cancels canceled cancelled drops dropped postpones postponed delays
  delayed withdraws withdrew rejects rejected rules ruled out very pleased proud excited thrilled happy delighted sad sorry
  holds held holding over with investors bankers advisers lenders verge brink cusp of up readying readies gearing gears lining lines
  discussing discusses discussed discuss tipped likely being sounding sounds sounded approached approach sharing share news for fresh becoming become becomes tough hard ourselves isn’t isn't won’t won't hasn’t hasn't didn’t didn't doesn’t doesn't ${SELF} ${SELF}’s`.split(
    /\s+/,
  ),
)

/** "Acme (YC S20)", "Acme, which makes lamps," and "Acme Inc., a Delaware corporation,": Acme is still the subject. */
const APPOSITION = new RegExp(
  String.raw`^(?: ?\([^)]{1,80}\))?(?:, (?!(?:and|but|while|as|after) )[^,;.]{1,140},(?= ))?(?: (?:which|that|who) [^,]{1,80},)?(?: and (?:the )?${NAME}(?:, [^,;.]{1,100},)?)?`,
)
const MAX_SUBJECTS = 6

export function statementsIn(sentence: MarkedSentence, year: number): Statement[] {
  const { marked } = sentence
  if (!sentence.isOwn && !TOKEN.test(marked)) return []
  const isQuestion = /\?\s*$/.test(marked)
  const found: Statement[] = []
  const add = (event: CompanyEvent, role: Statement['role'], at: number, textAt: number, end: number) => {
    if (found.some((each) => each.event === event)) return
    const before = clauseBefore(marked.slice(0, at))
    // In someone else's text, "I left Acme" is said by a customer.
    if (event === 'departure' && !sentence.isOwn && /\bI(?: have| had)?\s*$/.test(before)) return
    const factuality = factualityOf(
      {
        before,
        // Whoever walks away from a job leaves it.
        inside:
          event === 'departure'
            ? marked.slice(at, end).replace(/\bwalk(?:s|ed|ing)? away/gi, '')
            : marked.slice(at, end),
        after: marked.slice(end),
        isQuestion,
        isOfLastYear: event === 'results',
        isMishap: event === 'incident' || event === 'legal',
        isSourced: sentence.isSourced,
      },
      year,
    )
    found.push({ event, role, factuality, before: marked.slice(0, textAt), text: marked.slice(textAt), sentence })
  }
  for (const subject of subjectsIn(marked)) {
    const predicates = predicatesAfter(marked, subject.end)
    for (const { event, does, has } of FRAMES) {
      for (const at of does ? predicates : []) {
        const [verb] = does?.exec(marked.slice(at)) ?? []
        if (verb === undefined || !isVoice(event, marked.slice(subject.end, at), marked.slice(at))) continue
        add(event, 'does', subject.at, at, at + verb.length)
      }
      const nounAt = subject.end + (/^(?:['’]s?)? /.exec(marked.slice(subject.end))?.[0].length ?? 0)
      const [noun] = has?.exec(marked.slice(nounAt)) ?? []
      // "Talks to buy Acme collapse"
      const isOfTalks = event === 'closure' && TALKS.test(marked.slice(0, subject.at))
      if (noun !== undefined && !isOfTalks) add(event, 'has', subject.at, nounAt, nounAt + noun.length)
    }
  }
  for (const { event, undergoes, own } of FRAMES) {
    const match = undergoes?.exec(marked)
    if (match) add(event, 'undergoes', match.index, match.index, match.index + match[0].length)
    // The company's own wording may itself be a negation: "you could not open".
    const spoken = sentence.isOwn && !match ? own?.exec(marked) : null
    if (spoken) add(event, 'undergoes', spoken.index, spoken.index, spoken.index)
  }
  const [raise, ipo] = (['raise', 'ipo'] as const).map((event) => found.find((each) => each.event === event))
  if (raise && (ipo || PUBLIC_OFFERING.test(marked))) raise.event = 'ipo'
  return found
}

const TALKS = /\b(?:talks?|negotiations|deal|bid|offer|merger|sale|takeover)\b/i

/** Money raised in a listing isn't a funding round. */
const PUBLIC_OFFERING = /\b(?:IPO|initial public offering|listing|flotation|stock[- ]market debut)\b/i

/** Only in the passive does "acquired" mean that the company was acquired. */
function isVoice(event: CompanyEvent, between: string, predicate: string): boolean {
  const isPassive = /\b(?:is|are|was|were|be|been|being|gets?|got|getting)\s*(?:now|officially|reportedly)?\s*$/i.test(
    between,
  )
  if (event === 'acquisition' && /^(?:acquired|bought|purchased|sold|taken)\b/i.test(predicate))
    return isPassive || /^\S+(?: \S+)?(?: of [a-z]+)? (?:by|to)\b/.test(predicate)
  if (event === 'purchase') return !isPassive && !/^\S+(?: out(?: of [a-z]+)?| up)? by\b/.test(predicate)
  return true
}

function subjectsIn(marked: string): { at: number; end: number }[] {
  const subjects: { at: number; end: number }[] = []
  for (let at = marked.search(TOKEN); at !== -1 && subjects.length < MAX_SUBJECTS;) {
    const isModifier = marked.startsWith(MODIFIER, at)
    const before = marked.slice(0, at)
    if (isModifier || !NO_SUBJECT.test(before.slice(-20))) subjects.push({ at, end: at + SELF.length })
    const next = marked.slice(at + SELF.length).search(TOKEN)
    at = next === -1 ? -1 : at + SELF.length + next
  }
  return subjects
}

/** The company is what someone does something to or with. */
const NO_SUBJECT =
  /(?:\b(?:of|to|by|for|with|against|from|like|than|at|behind|beats|tops|over|versus|vs\.?|including|alongside|in|on|into|between|ex-|former|joins?|joining|unlike|via|through|about|using|and rival|or|raid(?:s|ed)?|owing|owe[sd]?|cost(?:s|ing)?|fin(?:es?|ed|ing)|pay(?:s|ing)?|paid|charg(?:es?|ed|ing)|su(?:es?|ed|ing))\s*)$/i
const TOKEN = new RegExp(`${SELF}|${MODIFIER}`)
const AND_THEN = /(?:,? and (?:also |then |will |has |is |plans to )?|, (?:then )?|,? but )/g
const MAX_PREDICATES = 6

/** Positions where a verb of this subject may begin: after its auxiliaries and after each "and". */
function predicatesAfter(marked: string, end: number): number[] {
  const rest = marked.slice(end)
  if (/^['’]s|^[-‐‑]/.test(rest)) return []
  const [apposition = ''] = APPOSITION.exec(rest) ?? []
  const verbs = throughAuxiliaries(marked, end + apposition.length + 1)
  const first = verbs.at(-1) ?? end
  const later = [...marked.slice(first).matchAll(AND_THEN)]
    .slice(0, MAX_PREDICATES)
    .filter(({ index }) => !NEW_SUBJECT.test(marked.slice(first, first + index)))
    .map(({ 0: and, index }) => first + index + and.length)
  return [...new Set([...verbs, ...later])]
}

const NEW_SUBJECT = new RegExp(String.raw`${NAME}[^,]* (?:is|was|has|will|[a-z]+s) `)
const MAX_AUXILIARIES = 16

/** Positions where the predicate may begin: "agreed to be acquired" has three. */
function throughAuxiliaries(marked: string, from: number): number[] {
  const places = [from]
  for (let at = from; places.length < MAX_AUXILIARIES;) {
    const space = marked.indexOf(' ', at)
    const word = space === -1 ? '' : marked.slice(at, space).replace(/,$/, '').toLowerCase()
    if (!AUXILIARIES.has(word)) break
    at = space + 1
    places.push(at)
  }
  return places
}

/** "Although talks failed, Acme raised": words in another clause don't deny the event. */
function clauseBefore(before: string): string {
  const parts = before.split(/[;–—]|, (?:but|and|while|although|though) |\. /)
  return parts.at(-1) ?? ''
}
