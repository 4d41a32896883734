import { isOwnAddress, siteOf } from '../../curate/site/site.ts'
import {
  badCheck,
  failedCheck,
  goodCheck,
  joinedCheck,
  refusedCheck,
  unreadableCheck,
} from '../../gather/ingest/failed-check.ts'
import { isRecord, readJson, recordsIn, type JsonRecord } from '../../gather/ingest/json-shape.ts'
import { mentions, namesOf, phrase } from '../../gather/ingest/mentions.ts'
import { line, textOfHtml } from '../../gather/ingest/plain-text.ts'
import type { Asking } from '../../gather/ingest/source.ts'
import { epochDate } from '../../gather/ingest/written-date.ts'
import type { Check, FoundItem, Memory, SubjectView } from '../../gather/item.ts'

export const HACKER_NEWS = 'https://hn.algolia.com'

const DISCUSSION = 'https://news.ycombinator.com/item?id='
const MOST = 100
const DAY_S = 24 * 60 * 60
const FIRST_LOOK_S = 180 * DAY_S
/** The index fills up late, and points grow: a few days are looked at again. */
const OVERLAP_S = 3 * DAY_S

/** Submissions that name the company or lead to its site, since the last look. */
export async function checkHackerNews(
  subject: SubjectView,
  memory: Memory,
  { fetch, origin, now }: Asking & { origin: string },
): Promise<Check> {
  const today = Math.floor(now.getTime() / 1000)
  const looked = memory.notes?.lookedAt
  const since = typeof looked === 'number' && looked < today ? looked - OVERLAP_S : today - FIRST_LOOK_S
  const questions = hackerNewsRequests(subject, since, origin)
  if (questions.length === 0)
    return badCheck('unsupported', 'The name is too short to be searched for.', memory)
  const checks: Check[] = []
  for (const url of questions) {
    try {
      const answer = await fetch({ url, accept: 'application/json' })
      checks.push(refusedCheck(answer, memory, now) ?? readCheck(answer.bytes, subject, memory, now))
    } catch (error) {
      checks.push(failedCheck(error, memory))
    }
  }
  const isGood = checks.every(({ state }) => state === 'ok' || state === 'empty')
  const joined = joinedCheck(checks, isGood ? { ...memory, notes: { lookedAt: today } } : memory)
  const items = [...new Map(joined.items.map((item) => [item.facts.discussion, item])).values()]
  return { ...joined, items }
}

/** One search for the name as a phrase, one for the site in the address of what was submitted. */
export function hackerNewsRequests(subject: SubjectView, since: number, origin: string): string[] {
  const search = (parameters: Record<string, string>) => {
    const query = new URLSearchParams({
      ...parameters,
      tags: 'story',
      numericFilters: `created_at_i>${since}`,
      hitsPerPage: String(MOST),
      typoTolerance: 'false',
    })
    return `${origin}/api/v1/search_by_date?${query}`
  }
  const [name] = namesOf(subject)
  return [
    ...(name && name.length > 2 ? [search({ query: phrase(subject.name), advancedSyntax: 'true' })] : []),
    ...(subject.domain ? [search({ query: subject.domain, restrictSearchableAttributes: 'url' })] : []),
  ]
}

function readCheck(bytes: Buffer, subject: SubjectView, memory: Memory, now: Date): Check {
  const items = parseHackerNews(bytes, now)
  if (!items) return unreadableCheck(memory)
  const names = namesOf(subject)
  const site = siteOf(subject.website ?? subject.domain ?? '')
  const isMeant = ({ title, text, url }: FoundItem) =>
    mentions(`${title} ${text}`, names) || (site !== null && isOwnAddress(site, url))
  return goodCheck(items.filter(isMeant), memory)
}

/** The stories of a search; null where the answer is none. */
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
