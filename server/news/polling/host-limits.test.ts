import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { PUBLIC_ORIGINS } from '../sources/registry.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createHostLimiter, Deferred, takeShared, createLimits } from '../sources/host-limits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.query('delete from host_budgets'))

const NOW = new Date('2026-03-01T12:00:00.000Z')
const asked: string[] = []
const fetch: Fetch = async ({ url }) => {
  asked.push(url)
  return { url, status: 200, headers: {}, bytes: Buffer.alloc(0), notModified: false }
}

function budget(origins = {}) {
  const time = { ms: 0 }
  const made = createHostLimiter({
    queries: database.system,
    clock: () => NOW,
    fetch,
    origins: { ...PUBLIC_ORIGINS, ...origins },
    chance: () => 0,
    stopwatch: () => time.ms,
  })
  return { ...made, time }
}

const outcome = (request: Promise<unknown>) =>
  request.then(
    () => 'sent' as const,
    (error: unknown) => {
      if (error instanceof Deferred) return error.until.getTime() - NOW.getTime()
      throw error
    },
  )

/** Makes it look to the database as if this much time had passed. */
const rest = (seconds: number) =>
  database.query(`update host_budgets set at = at - make_interval(secs => $1)`, [seconds])

describe('what a limit applies to', () => {
  const limitOf = createLimits({ ...PUBLIC_ORIGINS, HACKER_NEWS_URL: 'http://127.0.0.1:9000/hn/' })

  test('all hosts of the SEC share one limit', () => {
    expect(
      ['https://www.sec.gov/cgi-bin/x', 'https://efts.sec.gov/LATEST', 'https://data.sec.gov/submissions'].map(
        (url) => limitOf(url).name,
      ),
    ).toEqual(['sec', 'sec', 'sec'])
  })

  test("a service's limit applies at its configured URL, and to nothing else on that host", () => {
    expect(limitOf('http://127.0.0.1:9000/hn/api/v1/search').name).toBe('hacker-news')
    expect(limitOf('http://127.0.0.1:9000/hnx').name).toBe('127.0.0.1:9000')
    expect(limitOf('https://hn.algolia.com/api').isShared).toBe(false)
  })

  test('all subdomains of a site share a limit, and IP addresses are limited by port', () => {
    expect(limitOf('https://blog.acme.co.uk/feed').name).toBe('acme.co.uk')
    expect(limitOf('http://10.0.0.1:81/').name).not.toBe(limitOf('http://10.0.0.1:82/').name)
  })

  test.each([
    ['https://www.sec.gov/x', 10, 1],
    ['https://hn.algolia.com/x', 10_000, 3600],
    ['https://api.lever.co/x', 2, 1],
    ['https://api.gdeltproject.org/x', 1, 5],
  ])('%s never gets more than %d requests in %d s', (url, most, seconds) => {
    const { burst, perSecond, isShared } = createLimits(PUBLIC_ORIGINS)(url)
    expect(Math.floor(burst + perSecond * seconds)).toBeLessThanOrEqual(most)
    expect(isShared).toBe(true)
  })
})

describe('a service that all processes call', () => {
  const GDELT = 'https://api.gdeltproject.org/api/v2/doc/doc?query=x'

  test('two processes share one bucket, and a request above the limit is deferred', async () => {
    const [one, other] = [budget(), budget()]
    asked.length = 0
    expect(await outcome(one.fetch({ url: GDELT }))).toBe('sent')
    const wait = await outcome(other.fetch({ url: GDELT }))
    expect(wait).toBeGreaterThan(4000)
    expect(wait).toBeLessThanOrEqual(5300)
    expect(asked).toEqual([GDELT])
    await rest(6)
    other.time.ms += 6000
    expect(await outcome(other.fetch({ url: GDELT }))).toBe('sent')
    expect(asked).toHaveLength(2)
  })

  test('deferred requests are spread out, over at most six hours', async () => {
    const { fetch: ask } = budget()
    await ask({ url: GDELT })
    const waits: number[] = []
    for (let i = 0; i < 4; i += 1) waits.push(Number(await outcome(ask({ url: GDELT }))))
    const gaps = waits.slice(1).map((wait, at) => Math.round((wait - (waits[at] ?? 0)) / 100))
    expect(gaps).toEqual([53, 53, 53])
    // However many requests there are, none is deferred for days.
    for (let i = 0; i < 4200; i += 1) waits.push(Number(await outcome(ask({ url: GDELT }))))
    expect(Math.max(...waits)).toBeLessThanOrEqual(6 * HOUR_MS)
    expect(Math.max(...waits)).toBeGreaterThan(5.9 * HOUR_MS)
  })

  test('of many simultaneous requests, only as many pass as the limit allows', async () => {
    const limit = { name: 'x', perSecond: 0.08, burst: 2 }
    const answers = await Promise.all(Array.from({ length: 40 }, () => takeShared(database.system, limit, 100)))
    const granted = answers.filter(({ isGranted }) => isGranted)
    // Two at once and eight more within 100 seconds; the next one would be due 12.5 seconds later.
    expect(granted).toHaveLength(10)
    expect(granted.filter(({ waitS }) => waitS === 0)).toHaveLength(2)
  })

  test('a request waits if the wait is short, unless it is aborted', async () => {
    const { fetch: ask } = budget()
    const url = 'https://api.lever.co/v0/postings/acme'
    asked.length = 0
    expect(await Promise.all([ask({ url }), ask({ url })])).toHaveLength(2)
    await ask({ url, signal: AbortSignal.abort() })
    expect(asked).toHaveLength(3)
  })
})

describe('any other site', () => {
  test('a scan fits in the burst; other sites are not affected', async () => {
    const { fetch: ask, time } = budget()
    const pages = Array.from({ length: 30 }, (_, i) => `https://www.acme.com/page/${i}`)
    for (const url of pages) expect(await outcome(ask({ url }))).toBe('sent')
    // The burst is used up: two requests are sent after a short wait, but the third would have to wait too long.
    const rush = await Promise.all([0, 1, 2].map((i) => outcome(ask({ url: `https://acme.com/more/${i}` }))))
    expect(rush.filter((each) => each === 'sent')).toHaveLength(2)
    expect(rush.filter((each) => typeof each === 'number')).toEqual([3000])
    expect(await outcome(ask({ url: 'https://beta.com/' }))).toBe('sent')
    time.ms += 60_000
    expect(await outcome(ask({ url: 'https://acme.com/later' }))).toBe('sent')
    expect(await database.query('select * from host_budgets')).toEqual([])
  })
})
