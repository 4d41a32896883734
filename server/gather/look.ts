import { OWN_FEED } from '#domain/source-register.ts'
import type { Source } from './ingest/source.ts'
import { badCheck } from './ingest/failed-check.ts'
import type { Asking } from './ingest/source.ts'
import type { Check, FoundItem } from './item.ts'
import { siteOf } from '../curate/site/site.ts'
import type { Fetch } from '../ports.ts'
import { isOwnFeed, type SiteJoin } from './site/own-site.ts'
import { discover, type Discovery } from './site/discovery.ts'
import { identityCard } from './site/identity-card.ts'
import { checkFeed } from './site/watch-feed.ts'
import { checkNewsroom, checkSitemap } from './site/watch-pages.ts'
import type { Watch } from './watches/watch-store.ts'

export const SITE = 'company-site'
export const PRESS = 'press'
const SURVEY = ''

/** What was found out about a company when its site was looked over as a whole. */
export type Survey = {
  facts: Discovery['facts']
  name: string | null
  /** What shows that another site is the same company's. */
  joins: SiteJoin[]
  /** Addresses to be looked at from now on, with what a first look has brought already. */
  addresses: { address: string; check: Check | null }[]
}

export type Look = { check: Check; survey: Survey | null }

export type Looking = Asking & {
  sources: Source[]
  isTracked: (name: string) => boolean
  mayFetch: (url: string) => Promise<boolean>
  /** Aborted when the poll has taken too long. */
  signal?: AbortSignal
}

/** One look at what a watch is for. */
export async function look(watch: Watch, looking: Looking): Promise<Look> {
  if (watch.source === SITE && watch.subject) {
    if (watch.address === SURVEY) return survey(watch, looking)
    return { check: await checkAddress(watch, looking), survey: null }
  }
  if (watch.source === PRESS || watch.source === OWN_FEED)
    return { check: await checkFeed(watch.address, watch.memory, looking), survey: null }
  const source = looking.sources.find(
    ({ name, scope }) => name === watch.source && (scope === 'subject') === (watch.subject !== null),
  )
  if (!source)
    return { check: badCheck('unsupported', 'This source is switched off.', watch.memory), survey: null }
  const check =
    source.scope === 'everybody'
      ? await source.check(watch.memory, looking)
      : watch.subject
        ? await source.check(watch.subject, watch.memory, looking)
        : badCheck('unsupported', null, watch.memory)
  return { check, survey: null }
}

/** The kind of an address stands before it, because a newsroom and a feed are looked at in different ways. */
export const addressOf = (kind: 'newsroom' | 'sitemap', url: string) => `${kind} ${url}`

function checkAddress({ address, memory, subject }: Watch, looking: Looking): Promise<Check> {
  const [kind = '', url = ''] = address.split(' ', 2)
  const site = siteOf(subject?.website ?? '')
  if (kind === 'newsroom') return checkNewsroom(url, memory, { ...looking, site })
  if (kind === 'sitemap') return checkSitemap(url, memory, { ...looking, site })
  const fetch: Fetch = async (request) => {
    const answer = await looking.fetch(request)
    const isForeign = site !== null && answer.url !== request.url && !isOwnFeed(site, answer.url)
    // A host sends whoever asks for what is gone to a feed of its own.
    return isForeign ? { ...answer, status: 404 } : answer
  }
  return checkFeed(address, memory, { ...looking, fetch })
}

async function survey({ subject, memory }: Watch, looking: Looking): Promise<Look> {
  if (!subject) throw new Error('a survey needs a subject')
  const found = await discover(subject, looking)
  const card = identityCard(subject, found.facts)
  const pages: { address: string; check: null }[] =
    found.feeds.length > 0
      ? []
      : found.facts.flatMap(({ kind, value }) =>
          kind === 'newsroom' || kind === 'sitemap' ? [{ address: addressOf(kind, value), check: null }] : [],
        )
  const state = found.state === 'no-feed' && pages.length === 0 ? 'never-found' : STATE_OF[found.state]
  return {
    check: { ...badCheck(state, found.notes[0] ?? null, memory, found.retryAt), items: [] },
    survey: {
      facts: found.facts,
      name: card.names[0]?.value ?? null,
      joins: found.joins,
      addresses: [...found.feeds.map(({ url, check }) => ({ address: url, check })), ...pages.slice(0, 2)],
    },
  }
}

const STATE_OF: Record<Discovery['state'], Check['state']> = {
  found: 'ok',
  'no-feed': 'ok',
  blocked: 'failed',
  dead: 'failed',
  'too-slow': 'failed',
  'no-website': 'unsupported',
}

/** Everything that a look brought, with the address where that is another than what was looked at. */
export const itemsOf = ({ check, survey: found }: Look): { item: FoundItem; via: string | null }[] => [
  ...check.items.map((item) => ({ item, via: null })),
  ...(found?.addresses.flatMap(({ address, check: first }) =>
    (first?.items ?? []).map((item) => ({ item, via: address })),
  ) ?? []),
]
