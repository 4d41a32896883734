import { setImmediate as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { parseFeedDate } from '#domain/dates/feed-date.ts'
import { believable } from '../../formats/fields.ts'
import { headline, MAX_TITLE } from '../../formats/html/plain-text.ts'
import { badResult, errorResult, goodResult, refusedResult, unreadableResult } from '../poll-result.ts'
import { mentions } from '../search-names.ts'
import { nameKey } from '#domain/companies/company-key.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, PollContext, SourceResult } from '../source.ts'

/** Serves the same files as data.gdeltproject.org, which has no TLS certificate of its own. */
export const GDELT_FILES = 'https://storage.googleapis.com'
const FOLDER = '/data.gdeltproject.org/gdeltv2'

const QUARTER_MS = 15 * 60_000
/** Each file covers 15 minutes; after a longer gap, the older files are skipped. */
const MAX_FILES = 4
const MAX_ZIP = 20 * 1024 * 1024
const MAX_TEXT = 100 * 1024 * 1024
const ROWS_AT_ONCE = 200

type Request = Pick<PollContext, 'fetch' | 'now' | 'isTracked'> & { origin: string }

/** Each file lists the pages seen worldwide in 15 minutes; only those that name a tracked company are used. */
export async function pollGdeltFiles(memory: Memory, request: Request): Promise<SourceResult> {
  const { fetch, now, origin } = request
  try {
    const answer = await fetch({ url: `${origin}${FOLDER}/lastupdate.txt`, accept: 'text/plain' })
    const refused = refusedResult(answer, memory, now)
    if (refused) return refused
    const latest = /\/(\d{14})\.gkg\.csv\.zip/.exec(answer.bytes.toString('latin1'))?.[1]
    if (latest === undefined) return unreadableResult(memory)
    const readUntil = typeof memory.notes?.readUntil === 'string' ? memory.notes.readUntil : null
    if (latest === readUntil) return badResult('unchanged', null, memory)
    const items: FoundItem[] = []
    for (const stamp of stampsAfter(readUntil, latest)) {
      const file = await fetch({ url: `${origin}${FOLDER}/${stamp}.gkg.csv.zip`, maxBytes: MAX_ZIP })
      if (file.status !== 200) continue
      const text = await unzipped(file.bytes)
      if (text === null) return unreadableResult(memory)
      items.push(...(await itemsIn(text, request)))
    }
    return goodResult(items, { ...memory, notes: { readUntil: latest } })
  } catch (error) {
    return errorResult(error, memory)
  }
}

/** Oldest first. Without a valid starting point, only the latest. */
export function stampsAfter(readUntil: string | null, latest: string): string[] {
  const [from, to] = [readUntil, latest].map((stamp) => (stamp === null ? null : parseFeedDate(stamp)?.at.getTime()))
  if (typeof from !== 'number' || typeof to !== 'number' || from >= to) return [latest]
  const count = Math.min(MAX_FILES, Math.floor((to - from) / QUARTER_MS))
  return Array.from({ length: Math.max(count, 1) }, (_, at) => stampOf(to - at * QUARTER_MS)).toReversed()
}

const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/\D/g, '').slice(0, 14)

const LOCAL_HEADER = 0x04034b50
const HEADER_BYTES = 30
const DEFLATED = 8

/** The text of the archive's only file; null if it can't be unpacked. */
async function unzipped(bytes: Buffer): Promise<string | null> {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== LOCAL_HEADER) return null
  if (bytes.readUInt16LE(8) !== DEFLATED) return null
  const start = HEADER_BYTES + bytes.readUInt16LE(26) + bytes.readUInt16LE(28)
  try {
    const content = await promisify(inflateRaw)(bytes.subarray(start), { maxOutputLength: MAX_TEXT })
    return content.toString('utf8')
  } catch {
    return null
  }
}

/** Yields between batches, so that thousands of long rows don't block the event loop. */
async function itemsIn(text: string, { isTracked, now }: Request): Promise<FoundItem[]> {
  const items: FoundItem[] = []
  let rows = 0
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from)
    const row = text.slice(from, end < 0 ? undefined : end)
    from = end < 0 ? text.length : end + 1
    const item = itemOf(row.split('\t'), isTracked)
    if (item) items.push(believable(item, now))
    rows += 1
    if (rows % ROWS_AT_ONCE === 0) await pause()
  }
  return items
}

const COLUMN = { seen: 1, publisher: 3, url: 4, organizations: 13, extras: 26 }

function itemOf(row: string[], isTracked: (name: string) => boolean): FoundItem | null {
  const { [COLUMN.url]: url = '', [COLUMN.extras]: extras = '', [COLUMN.organizations]: organizations = '' } = row
  const tracked = organizations.split(';').filter((name) => name !== '' && isTracked(name))
  if (tracked.length === 0 || !/^https?:\/\//i.test(url)) return null
  const title = headline(/<PAGE_TITLE>(.{1,2000}?)<\/PAGE_TITLE>/.exec(extras)?.[1] ?? '', MAX_TITLE)
  // Pages name many organizations besides the one they're about, so the headline decides.
  if (!mentions(title, tracked.map(nameKey))) return null
  const published = parseFeedDate(/<PAGE_PRECISEPUBTIMESTAMP>(\d{14})</.exec(extras)?.[1] ?? '')
  const seen = parseFeedDate(row[COLUMN.seen] ?? '')
  return {
    url,
    title,
    text: '',
    publishedAt: (published ?? seen)?.at ?? null,
    // `seen` is when GDELT first saw the page, some time after publication.
    precision: published ? published.precision : seen ? 'day' : 'none',
    publisher: row[COLUMN.publisher] || null,
    language: null,
    kind: 'press',
    facts: {},
  }
}
