import { afterAll, beforeAll, expect, test } from 'vitest'
import { Coverage } from '#domain/news/coverage.ts'
import { Company } from '#domain/companies/company.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const FEED = '<rss version="2.0"><channel><title>Alerts</title></channel></rss>'

let app: TestApp
let press: Awaited<ReturnType<typeof loopbackSite>>

beforeAll(async () => {
  press = await loopbackSite((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end()
    else if (request.url === '/closed.xml') response.writeHead(429, { 'retry-after': '86400' }).end()
    else response.setHeader('content-type', 'text/xml').end(FEED)
  })
  app = await testApp({ realFetch: true, environment: { FETCH_ALLOW: '127.0.0.0/8', SOURCES: '' } })
})
afterAll(() => press.close())

async function feedStateOf(user: TestUser, path: string) {
  const added = await user.send('POST', '/api/companies', {
    name: `Cedar of ${user.email}`,
    website: `${press.url}/${user.id}`,
  })
  const { id } = Company.parse(await added.json())
  const url = `${press.url}${path}`
  expect((await user.send('POST', `/api/companies/${id}/feeds`, { url })).status).toBe(201)
  const { entries } = Coverage.parse(await (await user.get(`/api/companies/${id}/coverage`)).json())
  return entries.find(({ address }) => address === url)?.state
}

test("a user's own feed that asks for a day's rest does not stop another user's feed at the same host", async () => {
  expect(await feedStateOf(await app.signUp(), '/closed.xml')).toBe('throttled')
  expect(await feedStateOf(await app.signUp(), '/open.xml')).toMatch(/ok|empty|unchanged/)
})
