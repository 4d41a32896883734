import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { COMPANY_NOT_FOUND } from '#domain/companies/company.ts'
import { LOGO_LIMIT_MS, logoPath, siteKey } from '#domain/companies/logo.ts'
import { AppError } from '#domain/errors.ts'
import type { Database } from '../../platform/database/open.ts'
import { createLimiter } from '../../platform/limiter.ts'
import { HOUR_MS, DAY_MS, type Clock } from '#domain/time.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { describeError, type Log } from '../../platform/log.ts'
import { searchLogo, type LogoPermission, type LogoServices, type Outcome } from './search.ts'
import { logoStore, siteStore, type Added, type LogoRecord, type Site, type StoredPicture } from './store.ts'

const FOUND_TTL_MS = 30 * DAY_MS
const NONE_TTL_MS = 7 * DAY_MS
const FAILED_TTL_MS = HOUR_MS
const UNUSED_MS = 90 * DAY_MS
const MAX_CONCURRENT_SEARCHES = 16
/** Beyond this limit, a search has to wait for a later request. */
const MAX_PENDING = 1000
const MAX_CONCURRENT_PREFETCHES = 8
const MAX_AHEAD_COMPANIES = 5000
const MAX_AHEAD_SITES = 500

type Needs = {
  database: Database
  clock: Clock
  fetch: Fetch
  log: Log
  permission: LogoPermission
  services: LogoServices
}

export type Logos = ReturnType<typeof createLogos>

/** Searches only companies' own sites and the configured services. */
export function createLogos({ database, clock, fetch, log, permission, services }: Needs) {
  const kept = logoStore(database.system)
  const searches = createLimiter({ limit: MAX_CONCURRENT_SEARCHES })
  const pending = new Map<string, Promise<StoredPicture | null>>()

  const isFresh = (record: LogoRecord | null) => record !== null && record.nextAt > clock()

  /** Never rejects, because it may outlive its request. */
  function search(host: string, website: string, before: LogoRecord | null): Promise<StoredPicture | null> {
    const running = pending.get(host)
    if (running) return running
    if (pending.size >= MAX_PENDING) return Promise.resolve(pictureOf(before))
    const begun = searches
      .run(() => searchOnce(host, website))
      .catch((error: unknown) => {
        log.warn({ err: describeError(error) }, 'failed to store logo')
        return pictureOf(before)
      })
      .finally(() => pending.delete(host))
    pending.set(host, begun)
    return begun
  }

  /** Checks again first, because another search may have just stored a result. */
  async function searchOnce(host: string, website: string) {
    const now = await kept.find(host)
    return isFresh(now) ? pictureOf(now) : searchAndKeep(host, website, now)
  }

  async function searchAndKeep(host: string, website: string, before: LogoRecord | null) {
    const outcome = await searchLogo({ fetch, permission, services }, website).catch((error: unknown): Outcome => {
      // Counts as a failed search, so that a bug here doesn't cause a fetch from the site on every request.
      log.error({ err: describeError(error) }, 'logo search failed')
      return { state: 'failed' }
    })
    const now = clock()
    const next = (ms: number) => new Date(now.getTime() + ms)
    log.debug({ state: outcome.state }, 'logo search finished')
    if (outcome.state === 'failed') {
      await kept.failed(host, now, next(waitAfterFailure(before)))
      return pictureOf(before)
    }
    if (outcome.state === 'none') {
      await kept.none(host, now, next(NONE_TTL_MS))
      return null
    }
    const { mediaType, bytes } = outcome.picture
    const picture = { mediaType, bytes, hash: hashOf(bytes) }
    await kept.found(host, picture, now, next(FOUND_TTL_MS))
    return picture
  }

  async function known({ website }: Site) {
    const host = siteKey(website)
    if (!website || !host) return { picture: null, search: null }
    const record = await kept.find(host)
    return {
      picture: pictureOf(record),
      search: isFresh(record) ? null : () => search(host, website, record),
    }
  }

  async function remember(userId: string, sites: Site[], picture: StoredPicture | null): Promise<void> {
    const changed = sites.filter((site) => site.logoUrl !== urlOf(site, picture))
    if (changed.length === 0) return
    await database.asUser(userId, async (queries) => {
      for (const site of changed) await siteStore(queries).setLogo(userId, site, urlOf(site, picture))
    })
  }

  return {
    async find(userId: string, companyId: number): Promise<StoredPicture | null> {
      const site = await database.asUser(userId, (queries) => siteStore(queries).find(userId, companyId))
      if (!site) throw new AppError('not-found', COMPANY_NOT_FOUND)
      const now = await known(site)
      const searched = now.search?.()
      // Returns a stale logo rather than waiting; the new one is shown next time.
      const picture = now.picture ?? (searched ? await within(LOGO_LIMIT_MS, searched) : null)
      await remember(userId, [site], picture)
      return picture
    },

    cleanUp: () => kept.purge(new Date(clock().getTime() - UNUSED_MS)),

    /** Searches each site once. Idempotent. */
    async findAhead({ userId, ...added }: { userId: string } & Added): Promise<void> {
      const sites = await database.asUser(userId, (queries) =>
        siteStore(queries).list(userId, added, MAX_AHEAD_COMPANIES),
      )
      const byHost = Map.groupBy(sites, ({ website }) => siteKey(website))
      byHost.delete('')
      const ahead = createLimiter({ limit: MAX_CONCURRENT_PREFETCHES })
      await Promise.all(
        [...byHost.values()].slice(0, MAX_AHEAD_SITES).map((ofHost) =>
          ahead.run(async () => {
            const [first] = ofHost
            if (!first) return
            const { picture, search: begin } = await known(first)
            await remember(userId, ofHost, begin ? await begin() : picture)
          }),
        ),
      )
    },
  }
}

const urlOf = ({ id }: Site, picture: StoredPicture | null) => (picture ? logoPath(id, picture.hash) : null)

const pictureOf = (record: LogoRecord | null): StoredPicture | null =>
  record?.bytes && record.mediaType && record.hash
    ? { mediaType: record.mediaType, bytes: record.bytes, hash: record.hash }
    : null

/** The wait doubles after each failure. */
const waitAfterFailure = (before: LogoRecord | null) =>
  before?.state === 'failed'
    ? Math.min(2 * (before.nextAt.getTime() - before.checkedAt.getTime()), NONE_TTL_MS)
    : FAILED_TTL_MS

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

async function within<Value>(ms: number, value: Promise<Value>): Promise<Value | null> {
  const enough = new AbortController()
  const limit = pause(ms, null, { signal: enough.signal }).catch(() => null)
  try {
    return await Promise.race([value, limit])
  } finally {
    enough.abort()
  }
}
