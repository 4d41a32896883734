import { EVENT_LABELS } from '#domain/taxonomy.ts'
import { DAY_MS } from '#domain/time.ts'
import { rarityOf } from '../text/frequencies.ts'
import { foldedWords } from '../text/words.ts'
import type { CompanyNames } from '../verify/other-company.ts'
import { timeOf } from './corrections.ts'
import { contentOf, eventsIn } from './repetition.ts'
import type { BriefStory, SummaryArticle } from './summarize.ts'

/** Headlines of what may be decided otherwise: "to build a plant", "picks a CEO", "fines". */
const PLANNED =
  /\b(?:to \p{Ll}+|will|plans?|aims?|intends?|hopes?|expect(?:s|ed)|asks?|appl(?:y|ies)|files?|picks?|chooses?|agrees?|bans?|blocks?|fine[sd]?|target)\b/iu
/** Headlines of what can't stay as it is: "sues", "awaits approval", "strike", "counting". */
const UNSETTLED =
  /\b(?:appears?|awaits?|awaiting|battl(?:es?|ing)|bid|blaze|breaking|counting|delay(?:s|ed)?|feared|filing|final day|first close|halt(?:s|ed)?|interim|investigat(?:es?|ed|ion)|lawsuit|letter of intent|memorandum|mou|offline|on hold|outage|paus(?:es|ed)|pending|postpone[sd]|preliminary|probe[sd]?|proposes?|pushed back|recommends?|seeks?|shortlist(?:s|ed)|slips?|strikes?|sue[sd]?|term sheet|unofficial|walkout)\b/i
/** Headlines of what ended or decided it. */
const DECIDED =
  /\b(?:approv(?:es?|ed|al)|begins?|back to|buys|clear(?:s|ed|ance)|clos(?:es|ed)|complet(?:es|ed)|confirm(?:s|ed)|cuts|delayed|delays|dismiss(?:es|ed)|final(?:ly)?|finish(?:es|ed)|for good|goes on sale|granted|instead|launch(?:es|ed)|lifts?|no earlier than|not before|opens?|opened|official|overturn(?:s|ed)|postpone[sd]|pushed back|quash(?:es|ed)|reach(?:es|ed)|receiv(?:es|ed)|reduc(?:es|ed)|rejects?|rejected|reopen(?:s|ed)|restored?|resum(?:es|ed)|returns?|rul(?:es|ed|ing)|safe|settle[sd]?|slips|takes \d+ ?%|throws out|toss(?:es|ed)|uph(?:olds|eld)|wins?|won)\b/i
const REVERSED =
  /\b(?:abandon(?:s|ed)?|back(?:s|ed)? (?:away|down|off|out)|call(?:s|ed) off|cancel(?:s|ed|led)?|collaps(?:es|ed)|drop(?:s|ped)|(?<!(?:\b(?:the|by|at|until|before|year|month)|['’]s)[ -])end(?:s|ed)?(?! of\b)|no longer|pull(?:s|ed) (?:out|the plug)|revers(?:es|ed)|scrap(?:s|ped)|shelv(?:es|ed)|terminat(?:es|ed)|walk(?:s|ed) away|withdr(?:aws|awn|ew))\b/i
/** Headlines of rumors and talks, which the deal itself replaces. */
const RUMORED =
  /\b(?:close to|could|explor(?:es|ing)|in talks|may|mulls?|nears?|people familiar|reportedly|rumou?red|said to|seeks?|sources|weigh(?:s|ing)?|consider(?:s|ing))\b/i

const SHARED = 3
/** A reversal alone may be that of something else. */
const SHARED_WITH_REVERSAL = 6
/** Reports of the same day or the next are about the same state. */
const SETTLED_AFTER_MS = 2 * DAY_MS
const LEAD = 400
const MAX_WORDS = 100
/** More common words are shared by unrelated matters. */
const RARE = 3

/** "To 520 units, from about 300 announced last week", "up from the 40,000 it first reported" */
const REVISED =
  /\b(?:from|than|not|instead of|against) (?:(?:about|around|nearly|over|roughly|some|the|an?|initial|earlier|previous|estimated|first|reported|announced) ){0,4}(?<old>\d[\d.,]*\d)\b[^.;]{0,40}\b(?:announced|said|reported|disclosed|estimated|thought|believed|told|first|initially|originally|earlier|previously|last week|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/giu
const SHARED_WITH_FIGURE = 2
const REVISED_WITHIN_MS = 30 * DAY_MS

type Matter = {
  time: number
  title: string
  /** Its headline, or in a newsletter, the lines that name the company. */
  says: string
  events: Set<string>
  stems: Set<string>
  numbers: Set<string>
  /** Figures that it replaces with others. */
  revised: Set<string>
}

/** Leaves out earlier stages of a matter: the plan that was dropped, the talks that led to the deal. */
export function withoutSuperseded(stories: readonly BriefStory[], names: CompanyNames): BriefStory[] {
  const matters = new Map(stories.flatMap(({ members }) => members.map((each) => [each, matterOf(each, names)])))
  const usual = usualStems(
    stories.map(({ members }) => members.flatMap((each) => [...(matters.get(each)?.stems ?? [])])),
  )
  const isCurrent = (article: SummaryArticle) => {
    const own = matters.get(article)
    return own === undefined || !matters.values().some((later) => isLaterStage(later, own, usual))
  }
  return stories
    .map((story) => ({ ...story, members: withoutOldCounts(story).filter(isCurrent) }))
    .filter(({ members }) => members.length > 0)
}

const COUNT =
  /(?<![\p{Sc}\d.,\p{L}])(?<count>\d[\d,]*)(?: of its| more)?(?: \p{Ll}+)? (?<what>customers|users|people|patients|accounts|records|units|devices|vehicles|locks|cars)\b/u

/** What is known of a mishap grows: of two counts of the same things, the newer one is right. */
function withoutOldCounts({ label, members }: BriefStory): readonly SummaryArticle[] {
  if (label !== EVENT_LABELS.incident) return members
  const counted = members.map((article) => {
    const { count = null, what = null } = COUNT.exec(leadOf(article))?.groups ?? {}
    return { article, count, what }
  })
  const isOld = ({ article, count, what }: (typeof counted)[number]) =>
    count !== null &&
    counted.some((other) => other.what === what && other.count !== count && timeOf(other.article) > timeOf(article))
  return counted.filter((each) => !isOld(each)).map(({ article }) => article)
}

function isLaterStage(later: Matter, earlier: Matter, usual: ReadonlySet<string>): boolean {
  if (later.time <= earlier.time) return false
  const shared = [...later.stems].filter((stem) => earlier.stems.has(stem) && !usual.has(stem)).length
  if (shared >= SHARED_WITH_FIGURE && isRevision(later, earlier)) return true
  if (shared < SHARED) return false
  const [isPlan, isUnsettled] = [PLANNED.test(earlier.title), UNSETTLED.test(earlier.title)]
  const isOver = REVERSED.test(earlier.title)
  if (isUnsettled && !isOver && later.time - earlier.time >= SETTLED_AFTER_MS) return true
  if ((isPlan || isUnsettled) && (DECIDED.test(later.says) || REVERSED.test(later.says))) return true
  if (REVERSED.test(later.says) && shared >= SHARED_WITH_REVERSAL) return true
  return RUMORED.test(earlier.title) && !RUMORED.test(later.title) && !earlier.events.isDisjointFrom(later.events)
}

const isRevision = ({ time, revised, numbers }: Matter, earlier: Matter) =>
  time - earlier.time <= REVISED_WITHIN_MS &&
  [...revised].some((figure) => earlier.numbers.has(figure) && !earlier.revised.has(figure)) &&
  [...numbers].some((figure) => !earlier.numbers.has(figure))

const leadOf = ({ title, text = '' }: SummaryArticle) => `${title}. ${text.slice(0, LEAD)}`

const matterOf = (article: SummaryArticle, names: CompanyNames): Matter => ({
  time: timeOf(article),
  numbers: new Set(leadOf(article).match(/\d[\d.,]*\d/g)),
  revised: new Set([...leadOf(article).matchAll(REVISED)].flatMap(({ groups }) => groups?.old ?? [])),
  title: article.title,
  says: saidOf(article, names),
  events: eventsIn(foldedWords(article.title, MAX_WORDS)),
  stems: new Set([...contentOf(leadOf(article), names.all)].filter((stem) => rarityOf(stem) > RARE)),
})

const saidOf = ({ title, text = '', isPassing = false }: SummaryArticle, names: CompanyNames) =>
  isPassing ? [title, ...text.split('\n').filter((line) => names.isNamedIn(line))].join('\n') : title

const ENOUGH_STORIES = 3
const MOST = 2 / 3

/** What most of a company's stories mention, such as its products, says nothing about their matter. */
function usualStems(stories: readonly (readonly string[])[]): Set<string> {
  if (stories.length < ENOUGH_STORIES) return new Set()
  const counts = new Map<string, number>()
  for (const stems of stories) for (const stem of new Set(stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return new Set([...counts].flatMap(([stem, count]) => (count > stories.length * MOST ? [stem] : [])))
}
