import { sourceLabel } from '#domain/news/source-registry.ts'
import type { Fetch } from '../../../platform/fetch/fetch.ts'
import { isOwnFeed } from '../../site/own-site.ts'
import { siteOf, type Site } from '../../site/site.ts'
import { pollFeed } from '../feed.ts'
import { badResult } from '../poll-result.ts'
import type {
  DiscoveredWatch,
  PollContext,
  PollResult,
  PollTarget,
  Source,
  SourceResult,
  TrackedCompany,
} from '../source.ts'
import { discover, type Discovery } from './discovery.ts'
import { identityCard } from './identity.ts'
import { pollNewsroom } from './newsroom.ts'
import { pollSitemap } from './sitemap-list.ts'

export const COMPANY_SITE = 'company-site'

/** A scan finds the site's feeds, else its lists of posts or its sitemap, which are then polled. */
export const companySite: Source = {
  name: COMPANY_SITE,
  label: sourceLabel(COMPANY_SITE),
  scope: 'company',
  kinds: ['discover', 'feed', 'newsroom', 'sitemap'],
  initialWatches: [{ kind: 'discover', url: null }],
  needsMatch: false,
  poll: (watch, context) =>
    watch.kind === 'discover' && watch.trackedCompany
      ? discoverSite(watch.trackedCompany, watch, context)
      : pollUrl(watch, watch.url ?? '', context),
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
  return {
    ...badResult(state, found.notes[0] ?? null, memory, found.retryAt),
    discovery: {
      facts: found.facts,
      name: identityCard(trackedCompany, found.facts).names[0]?.value ?? null,
      joins: found.joins,
      watches,
    },
  }
}

const feedWatch = ({ url, result }: Discovery['feeds'][number]): DiscoveredWatch => ({ kind: 'feed', url, result })

const STATE_OF: Record<Discovery['state'], SourceResult['state']> = {
  found: 'ok',
  'no-feed': 'ok',
  blocked: 'failed',
  dead: 'failed',
  'too-slow': 'failed',
  'no-website': 'unsupported',
}
