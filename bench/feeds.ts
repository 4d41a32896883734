import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseFeed as feedsmith } from 'feedsmith'
import { decodeBytes } from '../server/news/formats/decode-bytes.ts'
import { parseFeedDate } from '../server/news/formats/feed/feed-date.ts'
import { dateOf, resolveLink, titleOf, parseFeed } from '../server/news/formats/feed/parse-feed.ts'
import { readJsonFeed } from '../server/news/formats/feed/json-feed.ts'
import { headline } from '../server/news/formats/html/plain-text.ts'
import { readXmlFeed } from '../server/news/formats/feed/xml-feed.ts'
import { readPage } from '../server/news/sources/company-site/page.ts'
import { datasetPath } from './fixtures/datasets.ts'
import { generatedFeeds } from './fixtures/feeds.ts'
import { printMeasurement, median } from './measure/measure.ts'

const FEED_SETS = ['feed-rs', 'feedparser-wellformed', 'feedparser-illformed', 'feedsmith', 'xml-attacks-defusedxml']
const FEEDS = 1000
const ROUNDS = 5
const ADDRESS = 'http://example.com/feed.xml'

type Entry = { title: string; link: string; date: number | null }
type Document = { name: string; bytes: Buffer; contentType: string | null }

export async function run(): Promise<void> {
  const feeds = generatedFeeds(FEEDS).map((text) => Buffer.from(text))
  printMeasurement('feeds generated size', feeds.reduce((sum, { length }) => sum + length, 0) / FEEDS / 1024, 'KiB')
  await compare('feeds generated', feeds)
  hostile()
  const corpora = datasetPath('feeds corpora', 'corpora')
  if (corpora === null) return
  const behind = FEED_SETS.map((set) => compareReading(set, documentsOf(join(corpora, set))))
  printMeasurement(
    'feeds corpora where feedsmith reads more (target 0)',
    behind.reduce((sum, each) => sum + each, 0),
    'documents',
  )
  await compare(
    'feeds corpora',
    FEED_SETS.flatMap((set) => documentsOf(join(corpora, set))).map(({ bytes }) => bytes),
  )
  recorded(join(corpora, 'feed-rs'))
  pages(join(corpora, 'feedfinder-html'))
}

async function compare(name: string, documents: Buffer[]) {
  const bare: number[] = []
  const ours: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(cpu(() => documents.forEach((bytes) => theirEntries(decodeBytes(bytes, null)))))
    ours.push(cpu(() => documents.forEach((bytes) => parseFeed(bytes, null, ADDRESS))))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const [theirs, own] = [median(bare.slice(1)), median(ours.slice(1))]
  printMeasurement(`${name} bare feedsmith`, (theirs / documents.length) * 1000, 'µs CPU a feed')
  printMeasurement(`${name} ours`, (own / documents.length) * 1000, 'µs CPU a feed')
  printMeasurement(`${name} ours to bare`, own / theirs, '×')
}

/** Compares entries before those without content are dropped. Returns how many documents feedsmith reads better. */
function compareReading(set: string, documents: Document[]): number {
  let [ours, theirs, asMany, behind] = [0, 0, 0, 0]
  const met = { documents: 0, ours: 0, theirs: 0 }
  for (const { bytes, contentType } of documents) {
    const text = decodeBytes(bytes, contentType)
    const own = ownEntries(text)
    const other = theirEntries(text)
    if (own) ours += 1
    if (other) theirs += 1
    if (own && other && own.length >= other.length) asMany += 1
    const expected = expectationIn(text)
    const [isOurs, isTheirs] = [own, other].map((entries) => Boolean(entries?.[0] && expected?.(entries[0])))
    if (other && (!own || own.length < other.length || (isTheirs && !isOurs))) behind += 1
    if (!expected) continue
    met.documents += 1
    if (isOurs) met.ours += 1
    if (isTheirs) met.theirs += 1
  }
  printMeasurement(`feeds ${set} documents`, documents.length, '')
  printMeasurement(`feeds ${set} read by ours`, ours, '')
  printMeasurement(`feeds ${set} read by feedsmith`, theirs, '')
  printMeasurement(`feeds ${set} with all entries of feedsmith's`, asMany, `of ${theirs}`)
  if (met.documents > 0) {
    printMeasurement(`feeds ${set} expectations met by ours`, met.ours, `of ${met.documents}`)
    printMeasurement(`feeds ${set} expectations met by feedsmith`, met.theirs, `of ${met.documents}`)
  }
  return behind
}

function ownEntries(text: string): Entry[] | null {
  const feed = text.trimStart().startsWith('{') ? readJsonFeed(text) : readXmlFeed(text)
  if (!feed) return null
  const site = (feed.siteLink !== null && resolveLink(feed.siteLink, [ADDRESS])) || ADDRESS
  return feed.items.map((item) => ({
    title: item.title ? titleOf(item.title) : '',
    link: item.links.map((link) => resolveLink(link, [site, ...item.bases])).find((link) => link !== null) ?? '',
    date: dateOf(item)?.at.getTime() ?? null,
  }))
}

function theirEntries(text: string): Entry[] | null {
  try {
    const { feed } = feedsmith(text) as { feed: Record<string, unknown> }
    const entries = (feed.items ?? feed.entries ?? []) as Record<string, unknown>[]
    return entries.map((entry) => {
      const dc = entry.dc as { dates?: string[] } | undefined
      const links = (entry.links ?? []) as { href?: string; rel?: string }[]
      const atom = links.find(({ rel }) => rel === undefined || rel === 'alternate')?.href
      const guid = entry.guid as { value?: string; isPermaLink?: boolean } | undefined
      const permanent = guid?.isPermaLink === false ? '' : (guid?.value ?? '')
      const date = entry.pubDate ?? entry.published ?? entry.date_published ?? dc?.dates?.[0] ?? entry.updated
      const title = entry.title as string | { value?: string } | undefined
      return {
        title: headline(typeof title === 'string' ? title : (title?.value ?? ''), 500),
        link: String(entry.link ?? entry.url ?? atom ?? permanent),
        date: parseFeedDate(String(date ?? ''))?.at.getTime() ?? null,
      }
    })
  } catch {
    return null
  }
}

/** The corpus states the expected first entry in a comment, as a Python expression. Only simple ones are evaluated. */
function expectationIn(text: string): ((entry: Entry) => boolean) | null {
  const line =
    /Expect:\s{1,20}(?:not bozo and )?entries\[0\]\['(title|link|published_parsed|updated_parsed)'\] == (.{1,500})$/m.exec(
      text.slice(0, 3000),
    )
  const [, field, value = ''] = line ?? []
  if (field === 'title' || field === 'link') {
    const wanted = /^u?'([^'\\]*)'$/.exec(value.trim())?.[1]
    if (wanted === undefined || wanted === '') return null
    return (entry) => entry[field] === wanted || entry[field] === headline(wanted, 500)
  }
  const numbers = /^\((\d+), (\d+), (\d+), (\d+), (\d+), (\d+)/.exec(value)?.slice(1).map(Number)
  if (!numbers) return null
  const [year = 0, month = 0, day, hour, minute, second] = numbers
  return ({ date }) => date === Date.UTC(year, month - 1, day, hour, minute, second)
}

function hostile() {
  const size = 5_000_000
  const pieces = [
    '<',
    '< ',
    '<a ',
    '<a b="',
    '<a>',
    '</a>',
    '<![CDATA[',
    '<!--',
    '&#65;',
    '&',
    '<item>',
    '<title>&lt;p&gt;</title>',
  ]
  const times = pieces.map((piece) => {
    const text = `<rss><channel><item><title>${piece.repeat(Math.floor(size / piece.length))}`
    const bytes = Buffer.from(text)
    return cpu(() => void parseFeed(bytes, null, ADDRESS))
  })
  printMeasurement(`feeds hostile, slowest of ${pieces.length} of 5 MB (limit 1000)`, Math.max(...times), 'ms CPU')
}

type Recorded = {
  entries: { title: { content: string } | null; published: string | null; updated: string | null }[]
}

/** Compares with the output of the corpus's own parser, which the corpus includes. */
function recorded(folder: string) {
  let [feeds, sameCount, entries, sameTitle, sameDate] = [0, 0, 0, 0, 0]
  for (const { name, bytes } of documentsOf(folder)) {
    const record = name.replace(/\.(?:xml|json)$/, '.serde.json')
    if (!existsSync(record)) continue
    const truth = JSON.parse(readFileSync(record, 'utf8')) as Recorded
    const items = parseFeed(bytes, null, ADDRESS)?.items ?? []
    feeds += 1
    if (items.length === truth.entries.length) sameCount += 1
    for (const [at, { title, published, updated }] of truth.entries.entries()) {
      const date = published ?? updated
      entries += 1
      if (title === null || items[at]?.title === headline(title.content, 500)) sameTitle += 1
      if (date === null || Math.abs(Date.parse(date) - (items[at]?.publishedAt?.getTime() ?? 0)) < 1000) sameDate += 1
    }
  }
  printMeasurement('feeds feed-rs counts as recorded', sameCount, `of ${feeds}`)
  printMeasurement('feeds feed-rs titles as recorded', sameTitle, `of ${entries}`)
  printMeasurement('feeds feed-rs dates as recorded', sameDate, `of ${entries}`)
}

function pages(folder: string) {
  const files = readdirSync(folder).filter((name) => /^html4-\d+\.html$/.test(name))
  const found = files.filter(
    (name) => readPage(readFileSync(join(folder, name)), 'text/html', `http://example.com/${name}`).feeds.length > 0,
  )
  printMeasurement('feeds feedfinder-html pages whose feed was found', found.length, `of ${files.length}`)
}

function documentsOf(folder: string): Document[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return documentsOf(path)
    const isFeed =
      name.endsWith('.xml') || (name.endsWith('.json') && path.includes('jsonfeed') && !name.endsWith('.serde.json'))
    if (!isFeed) return []
    const bytes = readFileSync(path)
    const header = /Header:\s{1,9}Content-type:\s{0,9}(.{1,100})$/im.exec(bytes.subarray(0, 2000).toString('latin1'))
    return [{ name: path, bytes, contentType: header?.[1] ?? null }]
  })
}

function cpu(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
