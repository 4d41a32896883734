import { isIP } from 'node:net'
import { hostKey } from '#domain/companies/company-key.ts'
import { FAVICON_LIMIT_MS, FAVICON_PX, LOGO_LIMIT_MS, LOGO_PX } from '#domain/companies/logo.ts'
import { FetchError, type FetchErrorKind } from '../../platform/fetch/fetch-error.ts'
import type { Fetch, Fetched } from '../../platform/fetch/fetch.ts'
import { readIcons, readManifest, type Icon } from './page-icons.ts'
import { MAX_PICTURE_BYTES, readPicture, type Picture } from './picture.ts'

/**
 * URLs with `{domain}` and optionally `{size}`. Off (null) by default, because a service learns which companies are
 * tracked.
 */
export type LogoServices = { logo: string | null; favicon: string | null }

/** `none` is definitive; after `failed`, a later search may succeed. */
export type Outcome = { state: 'found'; picture: Picture } | { state: 'none' } | { state: 'failed' }

const SITE_LIMIT_MS = 6000
const MAX_ICONS = 5
const WELL_KNOWN = ['/apple-touch-icon.png', '/favicon.ico']
const MAX_PAGE_BYTES = 2 * 1024 * 1024
const MAX_MANIFEST_BYTES = 128 * 1024
const ANY_PICTURE = 'image/png,image/webp,image/jpeg,image/gif,image/x-icon;q=0.9,*/*;q=0.1'

/** What the site's robots.txt allows; `not-now` if it couldn't be read. */
export type LogoPermission = (url: string) => Promise<{ answer: 'yes' | 'no' | 'not-now' }>

type Needs = { fetch: Fetch; permission: LogoPermission; services: LogoServices }

export async function searchLogo({ fetch, permission, services }: Needs, website: string): Promise<Outcome> {
  let failed = false
  const steps = [
    () => fromService(fetch, services.logo, website, LOGO_PX, LOGO_LIMIT_MS),
    () => fromSite(fetch, permission, new URL('/', website).href),
    () => fromService(fetch, services.favicon, website, FAVICON_PX, FAVICON_LIMIT_MS),
  ]
  for (const step of steps) {
    const outcome = await step()
    if (outcome.state === 'found') return outcome
    failed ||= outcome.state === 'failed'
  }
  return { state: failed ? 'failed' : 'none' }
}

async function fromService(
  fetch: Fetch,
  address: string | null,
  website: string,
  px: number,
  limitMs: number,
): Promise<Outcome> {
  const domain = hostKey(website)
  if (!address || isIP(domain) || domain.startsWith('[')) return { state: 'none' }
  const url = address.replaceAll('{domain}', encodeURIComponent(domain)).replaceAll('{size}', String(px))
  return firstPicture([url], (each) =>
    ask(fetch, { url: each, accept: 'image/png', maxBytes: MAX_PICTURE_BYTES, timeoutMs: limitMs }),
  )
}

async function fromSite(fetch: Fetch, permission: LogoPermission, home: string): Promise<Outcome> {
  const signal = AbortSignal.timeout(SITE_LIMIT_MS)
  const get = async (url: string, accept: string, maxBytes: number): Promise<Answer> => {
    // Images on other hosts, such as a CDN, are part of the page, so the robots.txt of those hosts is not checked.
    const { answer } = hostKey(url) === hostKey(home) ? await within(signal, permission(url)) : { answer: 'yes' }
    if (answer === 'no') return 'absent'
    return answer === 'yes' ? ask(fetch, { url, accept, maxBytes, timeoutMs: LOGO_LIMIT_MS, signal }) : 'failed'
  }

  const page = await get(home, 'text/html', MAX_PAGE_BYTES)
  if (page === 'unreachable') return { state: 'failed' }
  const pageUrl = isAnswer(page) ? page.url : home
  const { icons, manifest } = isAnswer(page) ? readIcons(page.bytes, pageUrl) : { icons: [], manifest: null }
  const named = icons.map(({ url }) => url)
  let left = MAX_ICONS
  if (manifest && !icons.some(isEnough)) {
    left -= 1
    const answer = await get(manifest, 'application/manifest+json,application/json', MAX_MANIFEST_BYTES)
    if (isAnswer(answer)) named.unshift(...readManifest(answer.bytes, answer.url).map(({ url }) => url))
  }
  const usual = WELL_KNOWN.map((path) => new URL(path, pageUrl).href).filter((url) => !named.includes(url))
  const candidates = [...named.slice(0, left - usual.length), ...usual]
  const outcome = await firstPicture(candidates, (url) => get(url, ANY_PICTURE, MAX_PICTURE_BYTES))
  return outcome.state === 'none' && page === 'failed' ? { state: 'failed' } : outcome
}

/** Other searches share the robots.txt request, so it continues even when this search times out. */
const within = (signal: AbortSignal, permission: ReturnType<LogoPermission>): ReturnType<LogoPermission> =>
  Promise.race([
    permission,
    new Promise<{ answer: 'not-now' }>((resolve) => {
      if (signal.aborted) resolve({ answer: 'not-now' })
      signal.addEventListener('abort', () => resolve({ answer: 'not-now' }), { once: true })
    }),
  ])

const isEnough = ({ px }: Icon) => px >= LOGO_PX

async function firstPicture(urls: string[], get: (url: string) => Promise<Answer>): Promise<Outcome> {
  let failed = false
  for (const url of new Set(urls)) {
    const answer = await get(url)
    const picture = isAnswer(answer) ? readPicture(answer.bytes) : null
    if (picture) return { state: 'found', picture }
    failed ||= answer === 'failed' || answer === 'unreachable'
  }
  return { state: failed ? 'failed' : 'none' }
}

/** If the home page is `unreachable`, nothing else on the site is tried. */
type Answer = Fetched | 'absent' | 'failed' | 'unreachable'

const isAnswer = (answer: Answer): answer is Fetched => typeof answer === 'object'

/** Statuses that mean "not now" or "not you" rather than "not found". */
const UNDECIDED = new Set([401, 403, 407, 408, 421, 425, 429])
const UNUSABLE = new Set<FetchErrorKind>(['too-large', 'bad-encoding', 'bad-response', 'too-many-redirects'])
const PASSING = new Set<FetchErrorKind>(['timeout', 'aborted'])

async function ask(fetch: Fetch, request: Parameters<Fetch>[0]): Promise<Answer> {
  if (request.signal?.aborted) return 'failed'
  try {
    const answer = await fetch(request)
    if (answer.status === 200) return answer
    return answer.status >= 500 || UNDECIDED.has(answer.status) ? 'failed' : 'absent'
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    if (UNUSABLE.has(error.kind)) return 'absent'
    return PASSING.has(error.kind) ? 'failed' : 'unreachable'
  }
}
