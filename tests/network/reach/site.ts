import { DAY_MS } from '#domain/time.ts'
import { TODAY, type Company, type Post } from './company.ts'
import type { Pages } from './markup.ts'

/** What a company's coverage must say, as a careful person would put it. */
export type Truth =
  | 'news'
  | 'quiet'
  | 'no news anywhere'
  | 'not responding'
  | 'refused'
  | 'disallowed'
  | 'slow down'
  | 'unavailable'
  | 'server error'
  | 'too slow'
  | 'too large'
  | 'gone'
  | 'parked'
  | 'changed hands'

export type Half = 'development' | 'held-out'

/** `nobody` means that the name resolves but no server is listening. */
export type Hosts = Record<string, Pages | 'nobody'>

export type ReachSite = {
  name: string
  website: string
  make: string
  half: Half
  truth: Truth
  /** Everything on the site that is news, whatever its age. */
  posts: Post[]
  /** If empty, none of the site's host names resolve. */
  hosts: Hosts
}

type Described = {
  make: string
  truth?: Truth
  website?: string
  /** Set if the news differs from the company's posts. */
  posts?: Post[]
  /** Other hosts that the site links to. */
  elsewhere?: Hosts
}

export type Describe = (company: Company, described: Described, pages: Pages | 'nobody' | null) => ReachSite

export const sitesOf =
  (half: Half): Describe =>
  ({ name, host, posts }, { make, truth = 'news', website = `https://${host}/`, elsewhere = {}, ...other }, pages) => ({
    name,
    website,
    make,
    half,
    truth,
    posts: other.posts ?? (truth === 'news' || truth === 'quiet' ? posts : []),
    hosts: { ...(pages && { [host]: pages }), ...elsewhere },
  })

const NEWS_DAYS = 90

/** What a first-time visitor should see, newest first. */
export const recentPosts = ({ posts }: Pick<ReachSite, 'posts'>): Post[] =>
  posts
    .filter(({ date }) => TODAY.getTime() - date.getTime() < NEWS_DAYS * DAY_MS)
    .toSorted((a, b) => b.date.getTime() - a.date.getTime())
