import { DAY_MS } from '#domain/time.ts'
import { fold, foldedWords } from '../text/words.ts'
import { groupsOf } from './groups.ts'
import { termsOfPool } from './terms.ts'
import { similarities } from './neighbors.ts'

export type ClusterItem = {
  id: string
  title: string
  text?: string | undefined
  publishedAt?: string | undefined
  /** Excluded from comparison, because all news about a company contains its name. */
  company?: string | undefined
  /** The story it was in before, whose members stay together. */
  story?: string | undefined
}

const LONGEST_TITLE = 500
const LONGEST_OPENING = 120
const DUPLICATE_DAYS_MS = 3 * DAY_MS
const MIN_WORDS_FOR_DUPLICATE = 4

/** Returns each item's story in input order; a story keeps its ID or gets that of its earliest member. */
export function cluster(items: readonly ClusterItem[]): string[] {
  const published = items.map((item) => Date.parse(item.publishedAt ?? ''))
  const order = [...items.keys()].sort((a, b) => compare(at(published, a), at(published, b)) || a - b)
  const ordered = order.map((index) => at(items, index))
  const times = order.map((index) => at(published, index))
  const leaders = firstOfSame(ordered, times)
  const distinct = ordered.flatMap((_, index) => (leaders[index] === index ? [index] : []))
  const place = new Map(distinct.map((index, number) => [index, number]))
  const placeOf = (index: number) => place.get(leaders[index] ?? index) ?? 0
  const pairs = similarities(
    termsOfPool(distinct.map((index) => at(ordered, index))),
    distinct.map((index) => times[index] ?? Number.NaN),
  )
  const groups = groupsOf(distinct.length, pairs, knownPairs(ordered, placeOf))
  const names = new Map<number, string>()
  for (const isKnown of [true, false])
    for (const [index, { id, story }] of ordered.entries()) {
      const group = groups[placeOf(index)] ?? 0
      if (!names.has(group) && (story !== undefined || !isKnown)) names.set(group, story ?? id)
    }
  const stories: string[] = []
  for (const [index, original] of order.entries())
    stories[original] = names.get(groups[placeOf(index)] ?? 0) ?? at(ordered, index).id
  return stories
}

/** A wire story has the same title on a hundred sites: one copy is compared, and the others follow it. */
function firstOfSame(items: readonly ClusterItem[], times: readonly number[]): number[] {
  const latest = new Map<string, { leader: number; time: number }>()
  return items.map(({ title, text = '' }, index) => {
    const time = times[index] ?? Number.NaN
    // "Company announces third quarter results" is a common title, so the opening must match, too.
    const opening = fold(`${title.slice(0, LONGEST_TITLE)} ${text.slice(0, LONGEST_OPENING)}`)
    const words = opening.match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length < MIN_WORDS_FOR_DUPLICATE) return index
    const key = words.join(' ')
    const before = latest.get(key)
    const isSame = before !== undefined && !(time - before.time > DUPLICATE_DAYS_MS)
    const leader = isSame ? before.leader : index
    latest.set(key, { leader, time })
    return leader
  })
}

function knownPairs(items: readonly ClusterItem[], placeOf: (index: number) => number): [number, number][] {
  const first = new Map<string, number>()
  const pairs: [number, number][] = []
  for (const [index, { story }] of items.entries()) {
    if (story === undefined) continue
    const founder = first.get(story)
    if (founder === undefined) first.set(story, placeOf(index))
    else if (founder !== placeOf(index)) pairs.push([founder, placeOf(index)])
  }
  return pairs
}

const compare = (a: number, b: number) =>
  Number.isNaN(a) || Number.isNaN(b) ? Number(Number.isNaN(a)) - Number(Number.isNaN(b)) : a - b

function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new RangeError(`no item ${index}`)
  return item
}

type JoinCandidate = { title: string; url: string; publisher: string | null; sameAs: string | null }
type Known = { publisher: string; isUpdate: boolean; words: Set<string> }

const UPDATE = /\b(?:correct(?:ion|ed)|updated?|clarification|retract(?:ion|ed))\b/i
const SAME_TITLE = 0.5
const TITLE_WORDS = 40

export class JoinRules {
  private readonly known: Map<JoinCandidate, Known>

  constructor(articles: readonly JoinCandidate[]) {
    this.known = new Map(articles.map((article) => [article, read(article)]))
  }

  /**
   * A publisher only repeats a story to correct or update it: two posts on one blog that share a place or a product are
   * two stories.
   */
  mayJoin(each: JoinCandidate, members: readonly JoinCandidate[]): boolean {
    if (each.sameAs !== null) return true
    const own = this.known.get(each)
    if (!own) return false
    const others = members.flatMap((other) => (other === each ? [] : (this.known.get(other) ?? [])))
    return (
      others.some(({ publisher }) => publisher !== own.publisher) ||
      others.some((other) => own.isUpdate || other.isUpdate || shared(own.words, other.words) >= SAME_TITLE)
    )
  }
}

const read = ({ title, url, publisher }: JoinCandidate): Known => ({
  publisher: publisher ?? URL.parse(url)?.hostname ?? url,
  isUpdate: UPDATE.test(title),
  words: new Set(foldedWords(title, TITLE_WORDS)),
})

function shared(one: Set<string>, other: Set<string>): number {
  let both = 0
  for (const word of one) if (other.has(word)) both += 1
  const all = one.size + other.size - both
  return all === 0 ? 0 : both / all
}
