import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { briefBody, briefContent } from '../../testing/fixtures/brief-body.ts'
import { z } from 'zod'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const Id = z.object({ id: z.number() })

let app: TestApp
let ada: TestUser
const ids: Record<string, number> = {}

const brief = (name: string, text: string, hours: number) =>
  app.database.query(
    `insert into briefs (user_id, company_id, status, body, published_at) values ($1, $2, 'extractive', $3, $4)`,
    [ada.id, ids[name], JSON.stringify(briefBody(text)), new Date(app.time.now.getTime() - hours * HOUR_MS)],
  )

beforeAll(async () => {
  app = await testApp({ environment: { SOURCES: 'company-site' } })
  ada = await app.signUp()
  for (const name of ['Birch', 'Alder', 'Cedar', 'Dogwood', 'Elm']) {
    const added = await ada.send('POST', '/api/companies', { name, website: `https://${name}.dev` })
    ids[name] = Id.parse(await added.json()).id
    app.time.now = new Date(app.time.now.getTime() + 60_000)
  }
  // Added neither in chronological nor in reverse order, and not in the order of the companies.
  await brief('Alder', 'second', 2)
  await brief('Cedar', 'oldest', 30)
  await brief('Birch', 'newest', 1)
  await brief('Alder', 'third', 3)
  await brief('Alder', 'before', 20)
})

test('the feed sorts companies by newest brief, then those without any by most recently added', async () => {
  const feed = z.array(z.object({ name: z.string() })).parse(await (await ada.get('/api/news/feed')).json())
  expect(feed.map(({ name }) => name)).toEqual(['Birch', 'Alder', 'Cedar', 'Elm', 'Dogwood'])
})

test('the briefs of a company, and the latest of every company, are sorted newest first', async () => {
  const Briefs = z.array(z.object({ content: z.string() }))
  const contents = async (path: string) =>
    Briefs.parse(await (await ada.get(path)).json()).map(({ content }) => content)
  expect(await contents(`/api/companies/${ids.Alder}/news`)).toEqual(['second', 'third', 'before'].map(briefContent))
  expect(await contents('/api/news')).toEqual(['newest', 'second', 'oldest'].map(briefContent))
})
