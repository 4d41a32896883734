import { hash } from 'node:crypto'
import { DAY_MS } from '#domain/time.ts'
import type { Site } from '../../../site/site.ts'
import { believable } from '../../../formats/fields.ts'
import { parseFeedDate, type FeedDate } from '#domain/dates/feed-date.ts'
import { badResult, goodResult } from '../../poll-result.ts'
import type { FoundItem } from '../../../formats/found-item.ts'
import type { Memory, PollRequest, SourceResult } from '../../source.ts'
import { titleFromAddress } from './news-address.ts'
import type { ListedPost } from './news-list.ts'
import { titlesOf } from './page-titles.ts'
import { readPage, type Page } from '../page.ts'

/** More links are remembered than read, so that an old one doesn't come back as new. */
const MAX_LINKS_READ = 1500
const MAX_REMEMBERED = 4000
const MAX_NEW = 50
const MAX_OPENED = 5
/** How many undated posts the first poll keeps. */
const MAX_UNDATED = 3
/** If more than this share of a list with at least `REBUILT_FROM` posts is new at once, the site was rebuilt. */
const REBUILT = 0.6
const REBUILT_FROM = 15
/** Older posts aren't news, and a sitemap keeps old pages forever. */
const RECENT_MS = 90 * DAY_MS

const REBUILT_PAGE = 'The site was rebuilt, so new items cannot be identified this time.'

export type PagePollRequest = PollRequest & {
  mayFetch?: (url: string) => Promise<boolean>
  site?: Site | null
}

/** `gone`: the page doesn't exist; `unread`: it couldn't be read this time. */
type Opened = { post: ListedPost; page: Page | null; state: 'read' | 'gone' | 'unread' | 'unopened' }

/** The first poll of a list returns its recent posts; later polls return what wasn't on it before. */
export async function itemsOfList(
  listed: ListedPost[],
  memory: Memory,
  headers: Record<string, string>,
  request: PagePollRequest,
): Promise<SourceResult> {
  const seen = new Set(seenIn(memory))
  const isFirst = memory.notes === null
  const polled = listed.slice(0, MAX_LINKS_READ)
  const isRecent = (date: FeedDate | null) => date === null || request.now.getTime() - date.at.getTime() < RECENT_MS
  const fresh = polled.filter((post) => !seen.has(markOf(post.url)) && isRecent(post.date ?? post.changed))
  const remember = (unread: ListedPost[]): Memory => {
    const left = new Set(unread.map(({ url }) => markOf(url)))
    const marks = new Set(polled.map(({ url }) => markOf(url)).filter((mark) => !left.has(mark)))
    const older = [...seen].filter((mark) => !marks.has(mark))
    const notes = { seen: [...marks, ...older].slice(0, MAX_REMEMBERED) }
    return { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null, notes }
  }
  if (!isFirst && fresh.length === 0) return badResult('unchanged', null, remember([]))
  if (!isFirst && polled.length >= REBUILT_FROM && fresh.length > polled.length * REBUILT)
    return badResult('partial', REBUILT_PAGE, remember([]))
  const opened = await openNewest(fresh.slice(0, isFirst ? MAX_LINKS_READ : MAX_NEW), request)
  const dated = opened.map((each) => withPage(each, request.now)).filter((each) => isRecent(each.date) && isNamed(each))
  const isNews = isFirst ? recentOf(dated) : ({ post, date }: Dated) => date !== null || post.isSure
  const titleOfPage = titlesOf(opened.flatMap(({ page }) => page ?? []))
  const items = dated
    .filter(isNews)
    .slice(0, MAX_NEW)
    .map((each) => toItem(each, titleOfPage))
  return goodResult(items, remember(opened.filter(({ state }) => state === 'unread').map(({ post }) => post)))
}

/** Opens the newest posts whose date or title the list doesn't give. */
async function openNewest(posts: ListedPost[], request: PagePollRequest): Promise<Opened[]> {
  const unclear = posts.filter(
    ({ kind, url, date, title, isGuess }) =>
      kind === 'post' && !isDocument(url) && (date === null || title === '' || isCut(title) || isGuess),
  )
  const wanted = new Set(unclear.toSorted((a, b) => Number(b.isSure) - Number(a.isSure)).slice(0, MAX_OPENED))
  const opened = await Promise.all(
    posts.map(async (post): Promise<Opened> =>
      wanted.has(post) ? open(post, request) : { post, page: null, state: 'unopened' },
    ),
  )
  const isRightGuess = opened.some(({ post, state }) => post.isGuess && state === 'read')
  return opened.filter(({ post, state }) => state !== 'gone' && (!post.isGuess || isRightGuess))
}

async function open(post: ListedPost, { fetch, mayFetch }: PagePollRequest): Promise<Opened> {
  if (mayFetch && !(await mayFetch(post.url))) return { post, page: null, state: 'unopened' }
  const answer = await fetch({ url: post.url, accept: 'text/html' }).catch(() => null)
  if (!answer || answer.status >= 500 || answer.status === 429) return { post, page: null, state: 'unread' }
  if (answer.status !== 200) return { post, page: null, state: 'gone' }
  return { post, page: readPage(answer.bytes, answer.headers['content-type'] ?? null, answer.url), state: 'read' }
}

/** A possible post that wasn't opened would be named after its address. */
const isNamed = ({ post, page }: Opened) => post.isSure || page !== null || post.title + post.label !== ''

type Dated = Opened & { date: FeedDate | null }

/** Prefers the list's own date, because related posts on the page have dates too. */
function withPage(opened: Opened, now: Date): Dated {
  const { post, page } = opened
  const written = post.isSure || page?.isArticle ? page?.publishedTime : null
  const own = written ? parseFeedDate(written) : null
  const date =
    post.date ?? own ?? (page && post.isSure ? post.changed : null) ?? (post.kind === 'press' ? post.changed : null)
  const { publishedAt } = believable({ publishedAt: date?.at ?? null, precision: 'none' }, now)
  return { ...opened, date: publishedAt === null ? null : date }
}

/**
 * The first poll keeps every dated post. An undated post is kept only if it's readable and either appears above a dated
 * one or nothing has a date.
 */
function recentOf(dated: Dated[]): (each: Dated) => boolean {
  const last = dated.findLastIndex(({ date }) => date !== null)
  const above = new Set(
    dated
      .filter(
        ({ post, date, state }, at) =>
          date === null && post.isSure && isReadable(post, state) && (last < 0 || at < last),
      )
      .slice(0, MAX_UNDATED),
  )
  return (each) => each.date !== null || above.has(each)
}

const isReadable = ({ kind, url, title }: ListedPost, state: Opened['state']) =>
  state === 'read' || ((kind === 'press' || isDocument(url)) && title !== '')

/** Documents can't be read, so only their lists describe them. */
const isDocument = (url: string) => /\.pdf$/i.test(new URL(url).pathname)

const toItem = ({ post, page, date }: Dated, titleOfPage: (page: Page) => string): FoundItem => ({
  url: post.url,
  title: titleOf(post, page && titleOfPage(page)) || post.label || titleFromAddress(post.url),
  text: page?.description ?? '',
  publishedAt: date?.at ?? null,
  precision: date?.precision ?? 'none',
  publisher: page?.siteName ?? null,
  language: page?.language ?? null,
  kind: post.kind,
  facts: {},
  ...(post.url.includes('#') && { isAnchored: true }),
})

/** Lists shorten long titles. */
const isCut = (title: string) => /(?:…|\.\.\.)$/.test(title)

function titleOf({ title }: ListedPost, ofPage: string | null): string {
  const whole = ofPage ?? ''
  return title === '' || (isCut(title) && whole.startsWith(title.replace(/\s*(?:…|\.\.\.)$/, ''))) ? whole : title
}

const markOf = (url: string): string =>
  hash('sha1', url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')).slice(0, 10)

const seenIn = ({ notes }: Memory): string[] =>
  Array.isArray(notes?.seen) ? notes.seen.filter((mark) => typeof mark === 'string') : []
