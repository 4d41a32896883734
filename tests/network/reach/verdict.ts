import type { Coverage } from '../../../domain/news/coverage.ts'
import { summarizeCoverage } from '../../../domain/news/coverage-state.ts'
import { coverageText } from '../../../domain/news/coverage-text.ts'
import type { Story } from '../../../domain/news/stories.ts'
import { DAY_MS } from '#domain/time.ts'
import { recentPosts, type ReachSite, type Truth } from './site.ts'

export type Shown = { stories: Story[]; coverage: Coverage }

export type Verdict = {
  /** How many of the recent posts are shown. */
  found: number
  recent: number
  isFound: boolean
  /** Titles shown with a date that differs from the post's. */
  misdated: string[]
  /** Titles that are shown but are not news on the site. */
  invented: string[]
  text: string
  isTrue: boolean
  isRight: boolean
}

const NEWEST = 5

export function verdictOn(site: ReachSite, { stories, coverage }: Shown, now: Date): Verdict {
  const shown = stories.flatMap((story) => story.articles)
  const titled = new Map(site.posts.map((post) => [plainTitle(post.title), post]))
  const recent = recentPosts(site).slice(0, NEWEST)
  const isShown = (title: string) => shown.some((article) => plainTitle(article.title) === plainTitle(title))
  const found = recent.filter(({ title }) => isShown(title)).length
  const [newest] = recent
  // A visitor wants the newest post, and enough of the others to see that the list was read.
  const isFound = newest === undefined || (isShown(newest.title) && found >= Math.ceil(recent.length / 2))
  const misdated = shown.filter(({ title, publishedAt, precision }) => {
    const post = titled.get(plainTitle(title))
    return post && precision !== 'none' && Math.abs(Date.parse(publishedAt) - post.date.getTime()) > DAY_MS
  })
  const invented = shown.filter(({ title }) => !titled.has(plainTitle(title)))
  const { text } = coverageText(summarizeCoverage(coverage), now)
  const isTrue = isTrueText(site.truth, coverage.state, text)
  return {
    found,
    recent: recent.length,
    isFound,
    misdated: misdated.map(({ title }) => title),
    invented: invented.map(({ title }) => title),
    text,
    isTrue,
    isRight: isFound && isTrue && invented.length === 0 && misdated.length === 0,
  }
}

const plainTitle = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()

type Claim = { states: Coverage['state'][]; says: RegExp }

const broken = (says: RegExp): Claim => ({ states: ['broken'], says })

const CLAIMS: Record<Truth, Claim> = {
  news: { states: ['active', 'partial'], says: /checked/ },
  quiet: { states: ['quiet'], says: /^Quiet\./ },
  'no news anywhere': { states: ['not-found', 'quiet'], says: /not found a news source|^Quiet\./ },
  'not responding': broken(/could not be reached|did not respond/i),
  refused: broken(/refused/i),
  disallowed: broken(/robots\.txt/i),
  'slow down': broken(/asked us to slow down/i),
  unavailable: broken(/temporarily unavailable/i),
  'server error': broken(/reported an error/i),
  'too slow': broken(/too long to (?:answer|respond)/i),
  'too large': broken(/too large/i),
  gone: broken(/no website at this address/i),
  parked: broken(/parked|for sale/i),
  'changed hands': broken(/another company/i),
}

function isTrueText(truth: Truth, state: Coverage['state'], text: string): boolean {
  const { states, says } = CLAIMS[truth]
  return states.includes(state) && says.test(text)
}
