import { afterAll, beforeAll, expect, test } from 'vitest'
import { Coverage } from '../../../domain/news/coverage.ts'
import { Story } from '../../../domain/news/stories.ts'
import { testApp, type TestUser } from '../../../server/testing/test-app.ts'
import { TODAY } from './company.ts'
import { openReachServer } from './server.ts'
import { DEVELOPMENT, HELD_OUT } from './sites.ts'
import { verdictOn } from './verdict.ts'

/** A short version of `npm run bench reach`: the sites that must not regress. */
const KEPT = [
  'Fieldnote Robotics',
  'Hollowpine',
  'Kestrel Foundry',
  'Larkspur Energy',
  'Tidewell',
  'Docuvane',
  'Jadepoint',
  'Oakridge Water',
  'Pepperwood',
  'Shoreline Kitchens',
  'Vanished Pier',
  'Closed Harbor',
  'Stacktrace',
  'Overrun',
  'Downtime',
  'Gatekept',
  'Departed',
  'Walled Garden AI',
  'Timberline Maps',
  'Sablefish',
  'Copse Genomics',
  'Oldmoor',
  'Northway Optics',
]

const sites = DEVELOPMENT.filter(({ name }) => KEPT.includes(name))
const server = await openReachServer(sites, { clock: () => TODAY })
const app = await testApp({ safeFetch: server.safeFetch })
app.time.now = TODAY
afterAll(server.close)

let user: TestUser
let idOf: Map<string, number>
beforeAll(async () => {
  user = await app.signUp()
  const list = sites.map(({ name, website }) => ({ name, website }))
  const added = (await (await user.send('POST', '/api/companies/bulk', list)).json()) as { id: number; name: string }[]
  idOf = new Map(added.map(({ id, name }) => [name, id]))
  await app.runJob('news.poll', {})
})

test.each(sites.map((site) => [site.make, site] as const))('%s', async (_, site) => {
  const read = async (what: string) => (await user.get(`/api/companies/${idOf.get(site.name)}/${what}`)).json()
  const shown = {
    stories: Story.array().parse(await read('stories')),
    coverage: Coverage.parse(await read('coverage')),
  }
  expect(verdictOn(site, shown, TODAY)).toMatchObject({ isFound: true, isTrue: true, invented: [], misdated: [] })
})

test('every site has a unique name and website', () => {
  const all = [...DEVELOPMENT, ...HELD_OUT]
  expect(all.length).toBeGreaterThanOrEqual(100)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(new Set(all.map(({ website }) => website)).size).toBe(all.length)
})
