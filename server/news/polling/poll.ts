import { OWN_FEED } from '#domain/news/source-registry.ts'
import { type Source, badResult, type PollRequest, type SourceResult, type FoundItem } from '../sources/source.ts'
import { siteOf } from '../site/site.ts'
import type { Fetch } from '../../ports.ts'
import { isOwnFeed, type SiteJoin } from '../site/own-site.ts'
import { discover, type Discovery } from '../sources/company-site/discovery.ts'
import { identityCard } from '../sources/company-site/identity.ts'
import { pollFeed } from '../sources/feed.ts'
import { pollNewsroom, pollSitemap } from '../sources/company-site/newsroom.ts'
import type { Watch } from './watch-store.ts'

export const SITE = 'company-site'
export const PRESS = 'press'

/** What was found out about a company when its site was looked over as a whole. */
export type SiteDiscovery = {
  facts: Discovery['facts']
  name: string | null
  /** What shows that another site is the same company's. */
  joins: SiteJoin[]
  /** What to poll from now on, with the result of the first poll where there was one. */
  watches: DiscoveredWatch[]
}

export type DiscoveredWatch = { kind: 'feed' | 'newsroom' | 'sitemap'; url: string; result: SourceResult | null }

export type PollResult = { result: SourceResult; discovery: SiteDiscovery | null }

export type PollContext = PollRequest & {
  sources: Source[]
  isTracked: (name: string) => boolean
  mayFetch: (url: string) => Promise<boolean>
  /** Aborted when the poll has taken too long. */
  signal?: AbortSignal
}

/** One look at what a watch is for. */
export async function poll(watch: Watch, context: PollContext): Promise<PollResult> {
  if (watch.source === SITE && watch.trackedCompany) {
    if (watch.kind === 'discover') return discoverSite(watch, context)
    return { result: await pollUrl(watch, watch.url ?? '', context), discovery: null }
  }
  if (watch.source === PRESS || watch.source === OWN_FEED)
    return { result: await pollFeed(watch.url ?? '', watch.memory, context), discovery: null }
  const source = context.sources.find(
    ({ name, scope }) => name === watch.source && (scope === 'company') === (watch.trackedCompany !== null),
  )
  if (!source)
    return { result: badResult('unsupported', 'This source is switched off.', watch.memory), discovery: null }
  const result =
    source.scope === 'shared'
      ? await source.poll(watch.memory, context)
      : watch.trackedCompany
        ? await source.poll(watch.trackedCompany, watch.memory, context)
        : badResult('unsupported', null, watch.memory)
  return { result, discovery: null }
}

function pollUrl({ kind, memory, trackedCompany }: Watch, url: string, context: PollContext): Promise<SourceResult> {
  const site = siteOf(trackedCompany?.website ?? '')
  if (kind === 'newsroom') return pollNewsroom(url, memory, { ...context, site })
  if (kind === 'sitemap') return pollSitemap(url, memory, { ...context, site })
  const fetch: Fetch = async (request) => {
    const answer = await context.fetch(request)
    const isForeign = site !== null && answer.url !== request.url && !isOwnFeed(site, answer.url)
    // A host sends whoever asks for what is gone to a feed of its own.
    return isForeign ? { ...answer, status: 404 } : answer
  }
  return pollFeed(url, memory, { ...context, fetch })
}

async function discoverSite({ trackedCompany, memory }: Watch, context: PollContext): Promise<PollResult> {
  if (!trackedCompany) throw new Error('a survey needs a subject')
  const found = await discover(trackedCompany, context)
  const card = identityCard(trackedCompany, found.facts)
  const pages =
    found.feeds.length > 0
      ? []
      : found.facts.flatMap(({ kind, value }): DiscoveredWatch[] =>
          kind === 'newsroom' || kind === 'sitemap' ? [{ kind, url: value, result: null }] : [],
        )
  const state = found.state === 'no-feed' && pages.length === 0 ? 'never-found' : STATE_OF[found.state]
  return {
    result: { ...badResult(state, found.notes[0] ?? null, memory, found.retryAt), items: [] },
    discovery: {
      facts: found.facts,
      name: card.names[0]?.value ?? null,
      joins: found.joins,
      watches: [
        ...found.feeds.map(({ url, result }) => ({ kind: 'feed' as const, url, result })),
        ...pages.slice(0, 2),
      ],
    },
  }
}

const STATE_OF: Record<Discovery['state'], SourceResult['state']> = {
  found: 'ok',
  'no-feed': 'ok',
  blocked: 'failed',
  dead: 'failed',
  'too-slow': 'failed',
  'no-website': 'unsupported',
}

/** Everything that a look brought, with the address where that is another than what was looked at. */
export const itemsOf = ({ result, discovery: found }: PollResult): { item: FoundItem; via: string | null }[] => [
  ...result.items.map((item) => ({ item, via: null })),
  ...(found?.watches.flatMap(({ url, result: first }) => (first?.items ?? []).map((item) => ({ item, via: url }))) ??
    []),
]

/**
 * What a look brought, without the documents it was cut from: the engine keeps the whole of a text for the sake of a
 * title that is a piece of it, and a look may wait for a hundred others to be written.
 */
export const withoutDocuments = ({ result, discovery }: PollResult): PollResult => ({
  result: ownResult(result),
  discovery: discovery && ownDiscovery(discovery),
})

const ownResult = (result: SourceResult): SourceResult => ({ ...result, items: result.items.map(ownItem) })

const ownItem = (item: FoundItem): FoundItem => ({
  ...item,
  url: own(item.url),
  title: own(item.title),
  text: own(item.text),
  publisher: item.publisher === null ? null : own(item.publisher),
})

const ownDiscovery = ({ facts, name, joins, watches }: SiteDiscovery): SiteDiscovery => ({
  // An address that was parsed is no piece of the document that it stood in.
  joins,
  facts: facts.map(({ kind, value, foundAt }) => ({ kind, value: own(value), foundAt: own(foundAt) })),
  name: name === null ? null : own(name),
  watches: watches.map(({ kind, url, result }) => ({ kind, url: own(url), result: result && ownResult(result) })),
})

/** Joined and cut again, the letters are in a place of their own. */
const own = (text: string): string => ` ${text}`.slice(1)
