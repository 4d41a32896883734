import { DAY_MS } from '#domain/time.ts'
import { TODAY, type Company, type Post } from './company.ts'
import type { Pages } from './markup.ts'

/** What the coverage of a company must say, in the words of a careful person. */
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

/** `nobody`: the name exists, and no server listens. */
export type Hosts = Record<string, Pages | 'nobody'>

export type ReachSite = {
  name: string
  website: string
  make: string
  half: Half
  truth: Truth
  /** Everything on it that is news, of any age. */
  posts: Post[]
  /** Where none is named, no host of the site exists. */
  hosts: Hosts
}

type Described = {
  make: string
  truth?: Truth
  website?: string
  /** Where the news is not the company's posts. */
  posts?: Post[]
  /** Other hosts that the site leads to. */
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

/** What a first visitor should be shown, newest first. */
export const recentPosts = ({ posts }: Pick<ReachSite, 'posts'>): Post[] =>
  posts
    .filter(({ date }) => TODAY.getTime() - date.getTime() < NEWS_DAYS * DAY_MS)
    .toSorted((a, b) => b.date.getTime() - a.date.getTime())
