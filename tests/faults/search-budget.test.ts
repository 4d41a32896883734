import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { loopbackSite } from '../../server/testing/network/loopback-site.ts'
import { testDatabase } from '../../server/testing/test-database.ts'
import { startProduct } from '../../tools/product.ts'

const AFFORDABLE = 4
const COMPANIES = 10

const database = await testDatabase()
const site = await loopbackSite((request, response) =>
  request.url?.startsWith('/c') && !request.url.includes('.')
    ? response.setHeader('content-type', 'text/html').end(`<title>Zorvexa ${request.url.slice(2, 4)}</title>`)
    : response.writeHead(404).end(),
)
const brave = await loopbackSite((_, response) => void sleep(300).then(() => response.end('{"results":[]}')))

const start = () =>
  startProduct({
    environment: {
      ...database.settings,
      LOG_LEVEL: 'error',
      FETCH_ALLOW: '127.0.0.0/8',
      // Searches wait this long for the first scan of the site.
      GATHER_EVERY: '5s',
      BRAVE_API_KEY: 'sk-1',
      BRAVE_URL: brave.url,
      SEARCH_BUDGET: String(AFFORDABLE * 0.005 + 0.004),
    },
  })
const workers = await Promise.all([start(), start()])

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await Promise.all([site.close(), brave.close()])
  await database.close()
})

const count = async (query: string) => Number((await database.query(query))[0]?.n ?? 0)
const reserved = () =>
  count(`select spent::int as n from search_spending where source is null and tracked_company_id is null`)
const paused = () => count(`select count(*)::int as n from watches where state = 'paused'`)

test(
  'two processes of which one is killed while it searches send no request more than the budget allows',
  { timeout: 300_000 },
  async () => {
    const send = async (path: string, body: object, token = '') =>
      (
        await fetch(workers[1]!.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        })
      ).json()
    const account = { email: 'ada@example.com', password: 'a rather long passphrase 42' }
    const { access_token: token } = (await send('/auth/v1/signup', account)) as { access_token: string }
    const companies = Array.from({ length: COMPANIES }, (_, at) => ({
      name: `Zorvexa ${at}`,
      website: `${site.url}/c${at}`,
    }))
    await send('/api/companies/bulk', companies, token)
    await expect.poll(() => brave.requests.length, { timeout: 90_000, interval: 20 }).toBeGreaterThan(0)
    await workers[0]!.kill()
    workers[0] = await start()
    await expect.poll(paused, { timeout: 180_000, interval: 200 }).toBeGreaterThan(0)
    expect(await reserved()).toBe(AFFORDABLE * 5000)
    expect(brave.requests.length).toBeLessThanOrEqual(AFFORDABLE)
    expect(brave.requests.length).toBeGreaterThan(0)
  },
)
