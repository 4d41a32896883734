import { readFileSync } from 'node:fs'
import { foldedWords, stemOf } from '../text/words.ts'
import type { CompanyEvent } from './frames.ts'
import type { MarkedSentence } from './marked-text.ts'

/** How many labeled articles about each event contain a feature; `none` counts articles without an event. */
export type EventCounts = { articles: Map<string, number>; features: Map<string, Map<string, number>> }

export const NO_EVENT = 'none'
const LEAD = 4
const MAX_WORDS = 60
const TOKENS: readonly [RegExp, string][] = [
  [/\u{E000}(?:['’]s)?/gu, ' xself '],
  [/\u{E001}(?:['’]s)?/gu, ' xdescribed '],
  [/[\u{E100}-\u{E1FF}]/gu, ' xname '],
  [/[\u{E200}-\u{E2FF}]/gu, ' xmoney '],
  [/[\u{E300}-\u{E3FF}]/gu, ' xrole '],
  [/\d[\d,.]*/g, ' xnumber '],
]

/** The words in the title and the sentences after it, and pairs of adjacent words. */
export function eventFeatures(sentences: MarkedSentence[]): Set<string> {
  const features = new Set<string>()
  for (const { marked, isTitle } of sentences.slice(0, LEAD)) {
    const text = TOKENS.reduce((written, [token, word]) => written.replaceAll(token, word), marked)
    const stems = foldedWords(text, MAX_WORDS).map(stemOf)
    for (const [at, stem] of stems.entries()) {
      features.add(stem)
      if (isTitle) features.add(`${stem}!`)
      if (at > 0) features.add(`${stems[at - 1]} ${stem}`)
    }
  }
  return features
}

const SMOOTHING = 0.3
const UNSEEN = 3
/** How much likelier the event must be than the runner-up, as a natural logarithm. */
const MIN_MARGIN = 10
const MIN_SUPPORT = 3
/** A feature supports an event if the event is this many times likelier with it than overall. */
const FAVORS = 4
/** Higher because most news is about none of these events, which the labeled articles underrepresent. */
const MIN_MARGIN_TO_NONE = 14

/** The event that the words of an article about the company point to when no clause states one. */
export const likelyEvent = (sentences: MarkedSentence[], counts: EventCounts = shipped()) =>
  likelyIn(eventFeatures(sentences), counts)

export function likelyIn(features: Set<string>, counts: EventCounts): CompanyEvent | null {
  const scores = scoresOf(features, counts).sort((a, b) => b[1] - a[1])
  const [[event, first] = [NO_EVENT, 0], [, second] = [NO_EVENT, 0]] = scores
  const none = scores.find(([each]) => each === NO_EVENT)?.[1] ?? 0
  const isClear = first - second >= MIN_MARGIN && first - none >= MIN_MARGIN_TO_NONE
  if (event === NO_EVENT || !isClear || supportFor(event, features, counts) < MIN_SUPPORT) return null
  return event as CompanyEvent
}

/** How many features point to the event on their own; otherwise, it could win only because the others fit worse. */
function supportFor(event: string, features: Set<string>, { articles, features: known }: EventCounts): number {
  const all = [...articles.values()].reduce((sum, each) => sum + each, 0)
  const expected = (articles.get(event) ?? 0) / all
  return [...features].filter((feature) => {
    const seen = known.get(feature)
    const total = seen?.values().reduce((sum, each) => sum + each, 0) ?? 0
    const own = seen?.get(event) ?? 0
    return own >= 2 && own / total >= FAVORS * expected
  }).length
}

/** Naive Bayes, because there are too few labeled articles for anything better than word counts. */
function scoresOf(features: Set<string>, counts: EventCounts): [string, number][] {
  const all = [...counts.articles.values()].reduce((sum, each) => sum + each, 0)
  const known = [...features].flatMap((feature) => counts.features.get(feature) ?? [])
  return [...counts.articles].map(([event, articles]) => [
    event,
    known.reduce(
      (sum, seen) => {
        const total = [...seen.values()].reduce((part, each) => part + each, 0)
        const share = Math.log(((seen.get(event) ?? 0) + SMOOTHING) / (articles + UNSEEN))
        return sum + share - Math.log((total + SMOOTHING) / (all + UNSEEN))
      },
      Math.log(articles / all),
    ),
  ])
}

// Built by tools/train/event-words.ts; the server build copies the file next to its bundle.
const FILE = new URL('./event-words.txt', import.meta.url)
let table: EventCounts | undefined

const shipped = () => (table ??= readCounts(readFileSync(FILE, 'utf8')))

/** One line per feature, with its count for each event in the order of the first line; trailing zeros are omitted. */
export function readCounts(text: string): EventCounts {
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const articles = head.split(' ').map((part): [string, number] => {
    const [event = '', count] = part.split(':')
    return [event, Number(count)]
  })
  const features = lines.map((line): [string, Map<string, number>] => {
    const [feature = '', counts = ''] = line.split('\t')
    const seen = [...counts].flatMap((digit, at): [string, number][] => {
      const count = Number.parseInt(digit, 36)
      return count > 0 ? [[articles[at]?.[0] ?? NO_EVENT, count]] : []
    })
    return [feature, new Map(seen)]
  })
  return { articles: new Map(articles), features: new Map(features) }
}
