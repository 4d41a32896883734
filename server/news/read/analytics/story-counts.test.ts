import { beforeAll, expect, test } from 'vitest'
import { PortfolioExport } from '#domain/companies/export.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { articlesFixture } from '../../../testing/fixtures/articles-fixture.ts'

let app: TestApp
let add: ReturnType<typeof articlesFixture>['add']
let addArticle: ReturnType<typeof articlesFixture>['addArticle']

beforeAll(async () => {
  app = await testApp()
  ;({ add, addArticle } = articlesFixture(app))
})

const exported = async (user: TestUser) =>
  PortfolioExport.parse(await (await user.get('/api/companies/export?format=json')).json()).companies

test('the export has story counts, the last story, the main section and when a company went quiet', async () => {
  const ada = await app.signUp()
  const id = await add(ada, 'Exported')
  await add(ada, 'Bare')
  await addArticle(id, { title: 'Old', at: '2025-12-10T00:00:00Z', section: 'Business' })
  await addArticle(id, { title: 'Also old', at: '2025-12-11T00:00:00Z', section: 'Business' })
  await addArticle(id, {
    title: '=A raise',
    at: '2025-12-12T00:00:00Z',
    eventType: 'raise',
    section: 'Financial Updates',
  })
  await addArticle(id, { title: 'Two roles', at: '2026-02-20T00:00:00Z', kind: 'jobs' })
  expect((await exported(ada)).map(({ stories }) => stories)).toEqual([
    expect.objectContaining({ last30Days: 0, last90Days: 0, lastAt: null, quietSince: null }),
    {
      last30Days: 1,
      last90Days: 4,
      lastAt: '2026-02-20T00:00:00.000Z',
      lastTitle: 'Two roles',
      lastEvent: 'hiring',
      mainSection: 'Business',
      quietSince: '2025-12-12T00:00:00.000Z',
    },
  ])
})

test.each(['csv', 'xlsx'])('"import(export(x)) = x", with its counts in the file: %s', async (format) => {
  const [ada, ben] = [await app.signUp(), await app.signUp()]
  const id = await add(ada, `Round${format}`)
  await addArticle(id, { title: '=HYPERLINK("https://evil.example")', at: '2026-02-20T00:00:00Z' })
  const file = await ada.get(`/api/companies/export?format=${format}`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (format === 'csv') expect(new TextDecoder().decode(bytes)).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect((await ben.upload('/api/companies/bulk-upload', `portfolio.${format}`, bytes)).ok).toBe(true)
  const plain = async (user: TestUser) =>
    (await exported(user)).map(({ name, website, category, stage, investmentDate }) => ({
      name,
      website,
      category,
      stage,
      investmentDate,
    }))
  expect(await plain(ben)).toEqual(await plain(ada))
})
