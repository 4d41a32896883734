import { failedCheck, goodCheck, refusedCheck, unreadableCheck } from '../../gather/ingest/failed-check.ts'
import { mentions, namesOf, phrase } from '../../gather/ingest/mentions.ts'
import { publisherOf } from '../../gather/ingest/publisher.ts'
import type { Asking } from '../../gather/ingest/source.ts'
import type { Check, FoundItem, Memory, SubjectView } from '../../gather/item.ts'
import { rssAnswer } from './rss-answer.ts'

export const GOOGLE_NEWS = 'https://news.google.com'

/** Headlines of the last week that name the company. */
export async function checkGoogleNews(
  subject: SubjectView,
  memory: Memory,
  { fetch, origin, now }: Asking & { origin: string },
): Promise<Check> {
  try {
    const answer = await fetch({ url: googleNewsRequest(subject, origin), accept: 'application/rss+xml' })
    const refused = refusedCheck(answer, memory, now)
    if (refused) return refused
    const items = parseGoogleNews(answer.bytes, answer.headers['content-type'], now)
    if (!items) return unreadableCheck(memory)
    // The search brings a hundred headlines however few are meant.
    return goodCheck(
      items.filter(({ title }) => mentions(title, namesOf(subject))),
      memory,
    )
  } catch (error) {
    return failedCheck(error, memory)
  }
}

export const googleNewsRequest = ({ name }: SubjectView, origin: string): string =>
  `${origin}/rss/search?${new URLSearchParams({ q: `${phrase(name)} when:7d`, hl: 'en-US', gl: 'US', ceid: 'US:en' })}`

/** The headlines of an answer; null where it is no RSS. The address is a token that only Google can open. */
export function parseGoogleNews(
  bytes: Buffer,
  contentType: string | undefined,
  now: Date,
): FoundItem[] | null {
  const items = rssAnswer(bytes, contentType, { url: GOOGLE_NEWS, now })
  if (!items) return null
  return items.map((item) => {
    const { title } = publisherOf({ ...item, url: '' })
    // The description only repeats the headline as links.
    return { ...item, ...honestDate(item), title, text: '' }
  })
}

/** Midnight in California stands for "some time that day". */
const honestDate = ({ publishedAt }: FoundItem): Pick<FoundItem, 'publishedAt' | 'precision'> | null =>
  publishedAt && /T0[78]:00:00\.000Z$/.test(publishedAt.toISOString())
    ? { publishedAt, precision: 'day' }
    : null
