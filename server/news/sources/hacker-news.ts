import { isOwnAddress, siteOf } from '../site/site.ts'
import { badResult, errorResult, goodResult, mergedResult, refusedResult, unreadableResult } from './poll-result.ts'
import type { FoundItem } from '../formats/found-item.ts'
import type { Memory, PollRequest, SourceResult, TrackedCompany } from './source.ts'
import { isRecord, readJson, recordsIn, type JsonRecord, line, textOfHtml, epochDate } from '../formats/fields.ts'
import { foundNames, mentions, phrase, searchedNames } from './search-names.ts'

export const HACKER_NEWS = 'https://hn.algolia.com'

const DISCUSSION = 'https://news.ycombinator.com/item?id='
const MAX_HITS = 100
const SHORTEST_NAME = 3
const DAY_S = 24 * 60 * 60
const FIRST_POLL_S = 180 * DAY_S
/** The index lags and points grow, so the last few days are read again. */
const OVERLAP_S = 3 * DAY_S

export async function pollHackerNews(
  trackedCompany: TrackedCompany,
  memory: Memory,
  { fetch, origin, now }: PollRequest & { origin: string },
): Promise<SourceResult> {
  const today = Math.floor(now.getTime() / 1000)
  const polledAt = memory.notes?.polledAt
  const since = typeof polledAt === 'number' && polledAt < today ? polledAt - OVERLAP_S : today - FIRST_POLL_S
  const urls = hackerNewsRequests(trackedCompany, since, origin)
  if (urls.length === 0) return badResult('unsupported', 'The name is too short to be searched for.', memory)
  const results: SourceResult[] = []
  for (const url of urls) {
    try {
      const answer = await fetch({ url, accept: 'application/json' })
      results.push(refusedResult(answer, memory, now) ?? readResult(answer.bytes, trackedCompany, memory, now))
    } catch (error) {
      results.push(errorResult(error, memory))
    }
  }
  const isGood = results.every(({ state }) => state === 'ok' || state === 'empty')
  const joined = mergedResult(results, isGood ? { ...memory, notes: { polledAt: today } } : memory)
  const items = [...new Map(joined.items.map((item) => [item.facts.discussion, item])).values()]
  return { ...joined, items }
}

export function hackerNewsRequests(trackedCompany: TrackedCompany, since: number, origin: string): string[] {
  const search = (parameters: Record<string, string>) => {
    const query = new URLSearchParams({
      ...parameters,
      tags: 'story',
      numericFilters: `created_at_i>${since}`,
      hitsPerPage: String(MAX_HITS),
      typoTolerance: 'false',
    })
    return `${origin}/api/v1/search_by_date?${query}`
  }
  return [
    ...searchedNames(trackedCompany)
      .filter((name) => name.length >= SHORTEST_NAME)
      .map((name) => search({ query: phrase(name), advancedSyntax: 'true' })),
    ...(trackedCompany.domain ? [search({ query: trackedCompany.domain, restrictSearchableAttributes: 'url' })] : []),
  ]
}

function readResult(bytes: Buffer, trackedCompany: TrackedCompany, memory: Memory, now: Date): SourceResult {
  const items = parseHackerNews(bytes, now)
  if (!items) return unreadableResult(memory)
  const names = foundNames(trackedCompany)
  const site = siteOf(trackedCompany.website ?? trackedCompany.domain ?? '')
  const isAboutCompany = ({ title, text, url }: FoundItem) =>
    mentions(`${title} ${text}`, names) || (site !== null && isOwnAddress(site, url))
  return goodResult(items.filter(isAboutCompany), memory)
}

/** Null if the response isn't a search result. */
export function parseHackerNews(bytes: Buffer, now: Date): FoundItem[] | null {
  const answer = readJson(bytes)
  if (!isRecord(answer) || !Array.isArray(answer.hits)) return null
  return recordsIn(answer.hits, 200).flatMap((hit) => toItem(hit, now) ?? [])
}

function toItem(hit: JsonRecord, now: Date): FoundItem | null {
  const id = /^\d{1,12}$/.exec(String(hit.objectID))?.[0]
  const title = line(hit.title)
  if (!id || title === '') return null
  const discussion = DISCUSSION + id
  const linked = typeof hit.url === 'string' && /^https?:\/\/./i.test(hit.url) ? hit.url.slice(0, 8192) : null
  return {
    url: linked ?? discussion,
    title,
    text: textOfHtml(hit.story_text),
    ...epochDate(hit.created_at_i, now),
    publisher: linked ? null : 'Hacker News',
    language: null,
    kind: 'discussion',
    facts: { discussion, points: count(hit.points), comments: count(hit.num_comments) },
  }
}

const count = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)
