import { expect, test } from 'vitest'
import { cannedFetch, rejected, type Canned } from '../../../testing/network/canned-fetch.ts'
import { EMPTY_MEMORY, type TrackedCompany } from '../source.ts'
import { pollAppStore } from './app-store.ts'

const NOW = new Date('2026-03-04T12:00:00Z')
const origin = 'http://127.0.0.1:9001'
const LOOKUP = `${origin}/lookup?id=123456789&entity=software`
const ACME: TrackedCompany = {
  name: 'Acme',
  domain: 'acme.example',
  website: 'https://acme.example',
  aliases: [],
  facts: [{ kind: 'app-store', value: 'id123456789' }],
}

const app = (more: object = {}) => ({
  trackId: 123456789,
  trackName: 'Acme Vet',
  version: '2.1',
  releaseDate: '2024-01-10T08:00:00Z',
  currentVersionReleaseDate: '2026-03-01T09:00:00Z',
  releaseNotes: 'Reminders that listen.',
  description: 'The app for vets.',
  sellerName: 'Acme Holding GmbH',
  sellerUrl: 'https://www.acme.example/app',
  trackViewUrl: 'https://evil.example/',
  ...more,
})
const results = (...apps: unknown[]) => JSON.stringify({ resultCount: apps.length, results: apps })

const poll = async (canned: Canned, company = ACME, memory = EMPTY_MEMORY) => {
  const { fetch, asked } = cannedFetch({ [LOOKUP]: canned })
  return { ...(await pollAppStore(company, memory, { fetch, origin, now: NOW })), asked }
}

test('a new version is an item with its release notes', async () => {
  expect((await poll(results(app()))).items).toMatchObject([
    {
      url: 'https://apps.apple.com/app/id123456789?version=2.1',
      title: 'Acme Vet 2.1 is in the App Store',
      text: 'Reminders that listen.',
      publishedAt: new Date('2026-03-01T09:00:00Z'),
      kind: 'release',
    },
  ])
})

test('a new app is distinguished from a new version', async () => {
  const { items } = await poll(results(app({ releaseDate: '2026-02-25T08:00:00Z' })))
  expect(items[0]).toMatchObject({ title: 'Acme Vet is new in the App Store', text: 'The app for vets.' })
})

test("another seller's app is not attributed to the company, even if its site links to it", async () => {
  const others = { sellerUrl: 'https://acme.example.evil.example/', sellerName: 'Big Authenticator Inc' }
  expect(await poll(results(app(others)))).toMatchObject({ state: 'never-found', items: [] })
  expect((await poll(results(app({ ...others, sellerName: 'Acme, Inc.' })))).items).toHaveLength(1)
  expect((await poll(results(app(others), app()))).items).toHaveLength(1)
})

test('the next request is conditional', async () => {
  const first = await poll({ body: results(app()), headers: { etag: '"1"' } })
  const again = await poll({ status: 304 }, ACME, first.memory)
  expect([again.state, again.asked[0]?.etag]).toEqual(['unchanged', '"1"'])
})

test('requests nothing without a valid app id', async () => {
  const facts = [{ kind: 'app-store' as const, value: 'id1&country=../x' }]
  for (const company of [
    { ...ACME, facts: [] },
    { ...ACME, facts },
  ])
    expect(await poll('', company)).toMatchObject({ state: 'never-found', asked: [] })
})

test.each([
  [{ status: 404 }, 'never-found'],
  [{ status: 429 }, 'throttled'],
  [rejected('timeout'), 'failed'],
  ['', 'failed'],
  ['[]', 'failed'],
  [results(), 'empty'],
  [results(null, 5, {}), 'never-found'],
  [results(app({ trackId: '1', version: {} })), 'empty'],
  [results(app({ currentVersionReleaseDate: '2036-01-01' })), 'empty'],
] as [Canned, string][])('answer %j is %s', async (canned, state) => {
  expect((await poll(canned)).state).toBe(state)
})
