import { afterAll, beforeAll, expect, test } from 'vitest'
import { companySite, rssOf } from '../../server/testing/network/company-site.ts'
import { testApp, type TestApp, type TestUser } from '../../server/testing/test-app.ts'
import { describedRoutes, isStream } from './routes.ts'

const HOME =
  '<title>Quillbase</title><meta property="og:site_name" content="Quillbase"><link rel="alternate" type="application/rss+xml" href="/feed.xml">'

type Site = Awaited<ReturnType<typeof companySite>>

let app: TestApp
let sites: { own: Site; old: Site; alert: Site }
let ada: TestUser
let ben: TestUser
let canaries: string[]

beforeAll(async () => {
  const own = await companySite({ '/': HOME, '/feed.xml': rssOf('Quillbase-ships') })
  const old = await companySite({ '/': { status: 301, headers: { location: `${own.url}/` } } })
  const alert = await companySite({
    '/press.xml': rssOf('Canaryname raises $5 million', 'Canaryalias hires', 'Quillbase opens in Oslo'),
    '/canaryfeed.xml': rssOf('Canarystory told'),
  })
  sites = { own, old, alert }
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site,press',
      PRESS_FEEDS: `${alert.url}/press.xml`,
    },
  })
  ada = await app.signUp()
  ben = await app.signUp()
  await ben.send('POST', '/api/companies', { name: 'Quillbase', website: own.url })
  await add(ada, {
    name: 'Canaryname',
    website: `${own.url}/?utm_source=canaryquery`,
    category: 'Canarycategory',
  })
  const moved = await add(ada, { name: 'Canarymoved', website: old.url, stage: 'Canarystage' })
  const said = [
    await ada.send('POST', `/api/companies/${moved}/aliases`, { alias: 'Canaryalias' }),
    await ada.send('POST', `/api/companies/${moved}/feeds`, { url: `${alert.url}/canaryfeed.xml` }),
    await ada.send('POST', `/api/companies/${moved}/rejections`, { kind: 'name', value: 'Quillbase' }),
  ]
  expect(said.map(({ ok }) => ok)).toEqual([true, true, true])
  for (const _twice of [1, 2]) {
    app.time.now = new Date(app.time.now.getTime() + 12 * 60_000)
    await app.database.execute('update watches set next_at = $1', [app.time.now])
    await app.runJob('news.poll', {})
  }
  canaries = ['canary', new URL(old.url).host]
})
afterAll(async () => {
  for (const site of Object.values(sites)) await site.close()
})

async function add(user: TestUser, company: Record<string, string>): Promise<number> {
  const { id } = (await (await user.send('POST', '/api/companies', company)).json()) as { id: number }
  return id
}

async function readableBy(user: TestUser): Promise<string> {
  const companies = (await (await user.get('/api/companies')).json()) as { id: number }[]
  const routes = (await describedRoutes(app)).filter(({ method, path }) => method === 'GET' && !isStream(path))
  const addresses = routes.flatMap(({ path }) =>
    path.includes('{id}') ? companies.map(({ id }) => path.replace('{id}', String(id))) : [path],
  )
  const also = ['/api/search?q=raises', '/api/search?q=Quillbase', '/api/companies/export?format=json']
  let seen = ''
  for (const address of [...addresses, ...also]) seen += await (await user.get(address)).text()
  return seen.toLowerCase()
}

test('users who track the same site never read each other’s input', { timeout: 120_000 }, async () => {
  const records = await app.database.query('select distinct tracked_company_id from companies')
  expect(records).toHaveLength(1)
  const own = await readableBy(ada)
  for (const word of ['canaryname', 'canaryalias', 'canaryfeed', 'canarystory', 'canarymoved', 'canarycategory'])
    expect(own).toContain(word)
  const other = await readableBy(ben)
  expect(other).toContain('quillbase-ships')
  expect(other).toContain('quillbase opens in oslo')
  expect(canaries.filter((word) => other.includes(word))).toEqual([])
})
