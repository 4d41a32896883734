import type { Fetch, Fetched } from '../../../../platform/fetch/fetch.ts'
import { dateInUrl } from '../../../formats/html/date-in-text.ts'
import { readSitemap, type SitemapEntry } from '../../../formats/xml/sitemap.ts'
import { isOwnAddress } from '../../../site/site.ts'
import { badResult } from '../../poll-result.ts'
import type { Memory, SourceResult } from '../../source.ts'
import { itemsOfList, type PagePollRequest } from './list-items.ts'
import { hasWords, isNewsAddress, mayBeArticle, pathParts } from './news-address.ts'
import type { ListedPost } from './news-list.ts'
import { fetchList, ownSite } from './newsroom.ts'

export const SITEMAP_ACCEPT = 'application/xml, text/xml, */*;q=0.5'
const MAX_CHILDREN = 2
/** A part of a sitemap index that contains only posts. */
const OF_POSTS = /(?:^|[/_.-])(?:posts?|news|blogs?|press|articles?|stories|insights|updates)(?:[/_.-]|\d|$)/i
/** A date on more than this share of the entries is when the sitemap was built, not when the pages changed. */
const BUILT = 0.5
const BUILT_FROM = 4

/** Fewer pages in a folder are hardly a blog. */
const MIN_IN_FOLDER = 3

const NO_PARTS = 'The parts of the sitemap could not be read.'
const NO_SITEMAP = 'There is no sitemap at this address.'

export async function pollSitemap(sitemapUrl: string, memory: Memory, request: PagePollRequest): Promise<SourceResult> {
  const answer = await fetchList(sitemapUrl, memory, request, SITEMAP_ACCEPT)
  return 'state' in answer ? answer : readSitemapAnswer(answer, memory, request)
}

/** Also used for a sitemap that a scan has already fetched. */
export async function readSitemapAnswer(
  answer: Fetched,
  memory: Memory,
  request: PagePollRequest,
): Promise<SourceResult> {
  const sitemap = readSitemap(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
  if (!sitemap) return badResult('failed', NO_SITEMAP, memory)
  const entries =
    sitemap.kind === 'pages'
      ? sitemap.entries.map((entry) => ({ ...entry, isPost: false }))
      : await childEntries(sitemap.entries, request.fetch)
  if (!entries) return badResult('failed', NO_PARTS, memory)
  const site = ownSite(answer.url, request)
  const own = withoutBuildDates(entries.filter(({ url }) => isOwnAddress(site, url)))
  const listed = newestFirst(inSections(own)).flatMap(toPost)
  // An index stays the same while its parts change, so it is always requested in full.
  return itemsOfList(listed, memory, sitemap.kind === 'index' ? {} : answer.headers, request)
}

/** Whether an entry is news by its address, or because it's from a news sitemap. */
export const isNewsEntry = (entry: SitemapEntry) => newsTitle(entry) !== null || isNewsAddress(entry.url)

/** In other sitemaps, the title is that of a picture. */
const newsTitle = ({ title, publishedAt }: SitemapEntry) => (publishedAt === null ? null : title)

type Entry = SitemapEntry & { isPost: boolean }

/** The entries that are news, or else those in folders that may be a blog under any name, whose pages are opened. */
function inSections(entries: Entry[]): Entry[] {
  const named = entries.filter((entry) => entry.isPost || isNewsEntry(entry))
  if (named.length > 0) return named
  const folders = new Map<string, Entry[]>()
  for (const entry of entries) {
    const folder = pathParts(new URL(entry.url)).slice(0, -1).join('/')
    if (folder === '' || !hasWords(entry.url)) continue
    const inside = folders.get(folder)
    if (inside) inside.push(entry)
    else folders.set(folder, [entry])
  }
  return [...folders.values()]
    .filter((inside) => inside.length >= MIN_IN_FOLDER)
    .flat()
    .map((entry) => ({ ...entry, isPost: true }))
}

function toPost(entry: Entry): ListedPost[] {
  const { url, publishedAt, changedAt, isPost } = entry
  const target = URL.parse(url)
  const isSure = isNewsEntry(entry)
  if (!target || !(isSure || (isPost && mayBeArticle(target)))) return []
  const day = (at: Date | null) => (at ? { at, precision: 'day' as const } : null)
  const post = { url, title: newsTitle(entry) ?? '', label: '', kind: 'post' as const, isSure, isGuess: false }
  return [{ ...post, date: day(publishedAt) ?? dateInUrl(url), changed: day(changedAt) }]
}

/** Null when none of the parts could be read. */
async function childEntries(children: SitemapEntry[], fetch: Fetch): Promise<Entry[] | null> {
  const isOfPosts = ({ url }: SitemapEntry) => OF_POSTS.test(URL.parse(url)?.pathname ?? '')
  const named = children.filter(isOfPosts)
  const chosen = newestFirst(named.length > 0 ? named : children).slice(0, MAX_CHILDREN)
  const found = await Promise.all(
    chosen.map(async (part) => {
      const answer = await fetch({ url: part.url, accept: SITEMAP_ACCEPT }).catch(() => null)
      if (answer?.status !== 200) return null
      const child = readSitemap(answer.bytes, answer.headers['content-type'] ?? null, answer.url)
      return child?.kind === 'pages' ? child.entries.map((entry) => ({ ...entry, isPost: isOfPosts(part) })) : null
    }),
  )
  const read = found.filter((entries) => entries !== null)
  return read.length > 0 ? read.flat() : null
}

function withoutBuildDates(entries: Entry[]): Entry[] {
  const days = new Map<string, number>()
  for (const { changedAt } of entries) {
    const day = changedAt?.toISOString().slice(0, 10)
    if (day !== undefined) days.set(day, (days.get(day) ?? 0) + 1)
  }
  const isBuilt = ({ changedAt }: Entry) =>
    changedAt !== null &&
    entries.length >= BUILT_FROM &&
    (days.get(changedAt.toISOString().slice(0, 10)) ?? 0) > entries.length * BUILT
  return entries.map((entry) => (isBuilt(entry) ? { ...entry, changedAt: null } : entry))
}

/** Without any dates, alternates between both ends, because some sitemaps begin with the oldest page. */
function newestFirst<Each extends SitemapEntry>(entries: Each[]): Each[] {
  if (entries.some((entry) => timeOf(entry) > 0)) return entries.toSorted((a, b) => timeOf(b) - timeOf(a))
  return entries
    .flatMap((_, at) => {
      const back = entries.length - 1 - at
      return at < back ? [entries[at], entries[back]] : at === back ? [entries[at]] : []
    })
    .filter((entry) => entry !== undefined)
}

const timeOf = ({ publishedAt, changedAt, url }: SitemapEntry) =>
  (publishedAt ?? changedAt ?? dateInUrl(url)?.at)?.getTime() ?? 0
