import { expect, test } from 'vitest'
import { cannedFetch, type Canned } from '../../testing/network/canned-fetch.ts'
import { EMPTY_MEMORY, type TrackedCompany } from './source.ts'
import { pollWikidata } from './wikidata.ts'

const now = new Date('2026-03-04T12:00:00Z')
const origin = 'http://127.0.0.1:9001'
const userAgent = 'Tidings support@tidings.example'
const ACME: TrackedCompany = {
  name: 'Acme Robotics',
  domain: 'acme.example',
  website: 'https://acme.example',
  aliases: [],
  typed: ['My secret bet'],
  facts: [],
}

const claim = (value: unknown, more: object = {}) => ({ mainsnak: { datavalue: { value } }, rank: 'normal', ...more })
const ended = { qualifiers: { P582: [{}] } }
const company = (website: unknown) => ({
  labels: { en: { value: 'Acme Robotics' } },
  aliases: { en: [{ value: 'ACME' }, { value: 'Acme Robots' }] },
  claims: {
    P856: [website],
    P1448: [claim({ text: 'Acme Robotics, Inc.' }), claim({ text: 'Anvil Works' }, ended)],
    P112: [claim({ id: 'Q111' })],
    P169: [claim({ id: 'Q12' }, ended)],
    P5531: [claim('0001234567')],
  },
})
const SEARCH = JSON.stringify({ search: [{ id: 'Q5' }, { id: 'Q7' }, { id: 'Q7/../x' }] })
const entities = (website: unknown) =>
  JSON.stringify({ entities: { Q5: company(claim('https://other.example')), Q7: company(website) } })
const PEOPLE = JSON.stringify({ entities: { Q111: { labels: { en: { value: 'Ada Sample' } } } } })

const poll = async (search: Canned, read: Canned = '', people: Canned = PEOPLE, about = ACME) => {
  const asked: string[] = []
  const found = await pollWikidata(about, EMPTY_MEMORY, {
    now,
    origin,
    userAgent,
    fetch: (request) => {
      asked.push(decodeURIComponent(request.url))
      const canned = request.url.includes('wbsearch') ? search : request.url.includes('claims') ? read : people
      return cannedFetch({ [request.url]: canned }).fetch(request)
    },
  })
  return { ...found, asked, facts: found.identity?.map(({ kind, value }) => `${kind} ${value}`) }
}

test('reads names, founders and the SEC number from the entry with the same website', async () => {
  const found = await poll(SEARCH, entities(claim('https://www.acme.example/en/')))
  expect(found.facts).toEqual([
    'name Acme Robotics',
    'name Acme Robotics, Inc.',
    'name Anvil Works',
    'name Acme Robots',
    'person Ada Sample',
    'cik 0001234567',
  ])
  expect(found.identity?.[0]?.foundAt).toBe('https://www.wikidata.org/wiki/Q7')
  expect([found.items, found.retryAt]).toEqual([[], new Date('2026-04-03T12:00:00Z')])
  expect(found.asked).toHaveLength(3)
  expect(found.asked.join()).not.toMatch(/secret|Q12|\.\.\/x/)
})

test.each([
  ['another website', claim('https://acme-other.example')],
  ['a website that it had before', claim('https://acme.example', ended)],
  ['a deprecated website', claim('https://acme.example', { rank: 'deprecated' })],
  ['no website', {}],
])('an entry with %s is a namesake', async (_, website) => {
  const found = await poll(SEARCH, entities(website))
  expect([found.state, found.facts, found.asked.length]).toEqual(['empty', [], 2])
})

test('without a website nothing is requested', async () => {
  const found = await poll(SEARCH, '', '', { ...ACME, website: null, domain: null })
  expect([found.state, found.asked]).toEqual(['unsupported', []])
})

test.each([
  [{ status: 404 }, 'never-found'],
  [{ status: 429 }, 'throttled'],
  ['', 'failed'],
  ['{}', 'failed'],
  ['{"error":{"code":"maxlag"}}', 'failed'],
  ['{"search":[null,5,{"id":"x"}]}', 'empty'],
] as [Canned, string][])('answer %j is %s', async (answer, state) => {
  expect((await poll(answer)).state).toBe(state)
})

test('a failure after the search changes no known facts', async () => {
  for (const found of [
    await poll(SEARCH, { status: 429 }),
    await poll(SEARCH, '<html>'),
    await poll(SEARCH, entities(claim('https://acme.example')), { status: 500 }),
  ])
    expect(found.identity).toBeUndefined()
  expect((await poll(SEARCH, '{"entities":{"Q5":5,"Q7":{"claims":{"P856":"x"}}}}')).facts).toEqual([])
})
