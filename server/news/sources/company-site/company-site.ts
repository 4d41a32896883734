import { sourceLabel } from '#domain/news/source-registry.ts'
import type { Fetch } from '../../../platform/fetch/fetch.ts'
import { isOwnFeed } from './own-site.ts'
import { siteOf, type Site } from '../../site/site.ts'
import { FEED_ACCEPT, pollFeed } from '../feed.ts'
import { withinRobots } from '../robots.ts'
import { badResult } from '../poll-result.ts'
import type {
  DiscoveredWatch,
  PollContext,
  PollResult,
  PollTarget,
  SiteDiscovery,
  Source,
  SourceResult,
  TrackedCompany,
} from '../source.ts'
import { discover, type Discovery } from './discovery.ts'
import { nameOnSite } from './identity.ts'
import { pollNewsroom } from './lists/newsroom.ts'
import { pollSitemap } from './lists/sitemap-list.ts'

export const COMPANY_SITE = 'company-site'

/** A scan finds the site's feeds, or else its lists of posts or its sitemap; whatever it finds is then polled. */
export const companySite: Source = {
  name: COMPANY_SITE,
  label: sourceLabel(COMPANY_SITE),
  scope: 'company',
  kinds: ['discover', 'feed', 'newsroom', 'sitemap'],
  initialWatches: [{ kind: 'discover', url: null }],
  needsMatch: false,
  poll: (watch, context) => {
    const obedient = { ...context, fetch: exceptFeeds(context) }
    return watch.kind === 'discover' && watch.trackedCompany
      ? discoverSite(watch.trackedCompany, watch, obedient)
      : pollUrl(watch, watch.url ?? '', obedient)
  },
}

/** Feeds are exempt from robots.txt, because they're made for programs. */
const exceptFeeds = ({ fetch, permission }: PollContext): Fetch => {
  const fetchPage = withinRobots(fetch, permission)
  return (request) => (request.accept === FEED_ACCEPT ? fetch(request) : fetchPage(request))
}

function pollUrl({ kind, memory, trackedCompany }: PollTarget, url: string, context: PollContext) {
  const site = siteOf(trackedCompany?.website ?? '')
  if (kind === 'newsroom') return pollNewsroom(url, memory, { ...context, site })
  if (kind === 'sitemap') return pollSitemap(url, memory, { ...context, site })
  return pollFeed(url, memory, { ...context, fetch: withoutForeignFeeds(context.fetch, site) })
}

/** Shared hosts redirect a removed feed to one of their own. */
const withoutForeignFeeds =
  (fetch: Fetch, site: Site | null): Fetch =>
  async (request) => {
    const answer = await fetch(request)
    const isForeign = site !== null && answer.url !== request.url && !isOwnFeed(site, answer.url)
    return isForeign ? { ...answer, status: 404 } : answer
  }

async function discoverSite(
  trackedCompany: TrackedCompany,
  { memory }: PollTarget,
  context: PollContext,
): Promise<PollResult> {
  const found = await discover(trackedCompany, context)
  const watches = [...found.feeds.map(feedWatch), ...found.pages]
  const state = found.state === 'no-feed' && watches.length === 0 ? 'never-found' : STATE_OF[found.state]
  if (found.state === 'lost') return { ...badResult(state, found.notes[0] ?? null, memory), discovery: LOST }
  // A list of posts serves as well as a feed, so a missing feed isn't reported.
  const problem = state === 'ok' && watches.length > 0 ? null : (found.notes[0] ?? null)
  return {
    ...badResult(state, problem, memory, found.retryAt),
    discovery: {
      facts: found.facts,
      name: nameOnSite(trackedCompany, found.facts),
      joins: found.joins,
      watches,
    },
  }
}

const LOST: SiteDiscovery = { facts: [], name: null, joins: [], watches: [], isLost: true }

const feedWatch = ({ url, result }: Discovery['feeds'][number]): DiscoveredWatch => ({ kind: 'feed', url, result })

const STATE_OF: Record<Discovery['state'], SourceResult['state']> = {
  found: 'ok',
  'no-feed': 'ok',
  blocked: 'failed',
  dead: 'failed',
  lost: 'failed',
  'too-slow': 'failed',
  'no-website': 'unsupported',
}
