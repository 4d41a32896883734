import { beforeAll, expect, test } from 'vitest'
import { SavedView } from '#domain/news/search.ts'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let app: TestApp
let ada: TestUser

beforeAll(async () => {
  app = await testApp()
  ada = await app.signUp()
})

const save = (user: TestUser, name: string, query: string) => user.send('POST', '/api/views', { name, query })
const names = async (user: TestUser) =>
  SavedView.array()
    .parse(await (await user.get('/api/views')).json())
    .map(({ name }) => name)

test('a view is saved under a name, and only its owner can list and delete it', async () => {
  const ben = await app.signUp()
  const response = await save(ada, '  Raises\nthis  year ', 'q=raises&section=Financial+Updates&from=2026-01-01&sort=')
  expect(response.status).toBe(201)
  const view = SavedView.parse(await response.json())
  expect(view).toEqual({
    id: view.id,
    name: 'Raises this year',
    query: 'q=raises&section=Financial+Updates&from=2026-01-01',
    createdAt: app.time.now.toISOString(),
  })
  expect(await names(ada)).toEqual(['Raises this year'])
  expect(await names(ben)).toEqual([])
  const foreign = await ben.send('DELETE', `/api/views/${view.id}`)
  const absent = await ben.send('DELETE', '/api/views/2000000000')
  const bodyOf = async (answer: Response) => (await answer.text()).replace(/"requestId":"[^"]+"/, '')
  expect([foreign.status, await bodyOf(foreign)]).toEqual([404, await bodyOf(absent)])
  expect((await ada.send('DELETE', '/api/views/x')).status).toBe(404)
  expect((await ada.send('DELETE', `/api/views/${view.id}`)).status).toBe(204)
  expect(await names(ada)).toEqual([])
})

test.each([
  ['', 'q=a', 'Enter a name'],
  ['n'.repeat(81), 'q=a', 'A name must be at most 80 characters'],
  ['No query', '', 'Must be the query string of a search'],
  ['Nothing', 'q=+', 'Must be the query string of a search'],
  ['Unknown key', 'q=a&tab=news', 'Must be the query string of a search'],
  ['A page', 'q=a&cursor=b', 'Must be the query string of a search'],
  ['Twice', 'q=a&q=b', 'Must be the query string of a search'],
  ['Bad value', 'section=Weather', 'Must be the query string of a search'],
  ['Reversed', 'from=2026-02-01&to=2026-01-01', 'Must be the query string of a search'],
  ['Long', `q=${'a'.repeat(1000)}`, 'Must be the query string of a search'],
])('an invalid view is rejected: %s', async (name, query, message) => {
  const response = await save(ada, name, query)
  expect([response.status, await response.json()]).toMatchObject([422, { code: 'invalid-input', message }])
})

test('a view name is unique per user', async () => {
  const [eve, ben] = [await app.signUp(), await app.signUp()]
  expect((await save(eve, 'Mine', 'q=a')).status).toBe(201)
  const again = await save(eve, 'Mine', 'q=b')
  expect([again.status, await again.json()]).toMatchObject([409, { message: 'You already have a view called Mine' }])
  expect((await save(ben, 'Mine', 'q=a')).status).toBe(201)
})

test('at most 50 views are saved, even with concurrent requests', async () => {
  const eve = await app.signUp()
  await app.database.query(
    `insert into saved_views (user_id, name, query, created_at) select $1, 'View ' || n, 'q=a', now() from generate_series(1, 48) as n`,
    [eve.id],
  )
  const answers = await Promise.all([1, 2, 3, 4].map((n) => save(eve, `Late ${n}`, 'q=a')))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(2)
  expect(await names(eve)).toHaveLength(50)
})
