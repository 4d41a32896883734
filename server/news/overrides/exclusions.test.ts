import { beforeAll, expect, test } from 'vitest'
import { Problem } from '#domain/errors.ts'
import { MAX_ALIASES, MAX_FEEDS } from '#domain/news/overrides.ts'
import {
  cardOf,
  overridesFixture,
  titlesOf,
  type OverridesFixture,
  type Tracker,
} from '../../testing/fixtures/overrides-fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { unzip } from '../../testing/files/documents.ts'
import { overrideArticles } from '../articles/override-articles.ts'

let fixture: OverridesFixture
let ada: Tracker
let ben: Tracker
let app: TestApp

beforeAll(async () => {
  fixture = await overridesFixture()
  ;({ app, ada, ben } = fixture)
})

const ENGINE_ACTIONS: [method: string, path: string, good: object, bad: [body: unknown, message: string][]][] = [
  [
    'POST',
    'aliases',
    { alias: 'CR' },
    [
      [{ alias: ' ! ' }, 'A name needs at least 2 letters or digits'],
      [{}, 'A name needs at least 2 letters or digits'],
      [{ alias: 'a'.repeat(101) }, 'A name must be at most 100 characters'],
    ],
  ],
  ['DELETE', 'aliases', { alias: 'CR' }, [[{ alias: 7 }, 'A name needs at least 2 letters or digits']]],
  [
    'POST',
    'feeds',
    { url: 'https://alerts.example/1' },
    [
      [{ url: 'ftp://alerts.example' }, 'Must be the web address of a feed'],
      [{ url: 'https://me:secret@alerts.example/' }, 'Must be the web address of a feed'],
      [{}, 'Must be the web address of a feed'],
    ],
  ],
  ['DELETE', 'feeds', { url: 'https://alerts.example/1' }, [[{ url: '' }, 'Must be the web address of a feed']]],
  [
    'POST',
    'rejections',
    { kind: 'name', value: 'Cedar' },
    [
      [{ kind: 'name' }, 'Must be a fact of the card'],
      [{ kind: 'name', value: 'a\u0000' }, 'Must be a fact of the card'],
    ],
  ],
  [
    'DELETE',
    'rejections',
    { kind: 'name', value: 'Cedar' },
    [[{ kind: '', value: 'x' }, 'Must be a fact of the card']],
  ],
]

test('anonymous users, other owners and invalid input are refused, each with its message', async () => {
  const problemOf = async (response: Response) => {
    const { status, message } = Problem.parse(await response.json())
    return `${status} ${message}`
  }
  expect((await app.request(`${ada.path}/identity`)).status).toBe(401)
  expect(await problemOf(await ben.get(`${ada.path}/identity`))).toBe('404 Company not found')
  for (const [method, path, good, bad] of ENGINE_ACTIONS) {
    const address = `${ada.path}/${path}`
    expect((await app.request(address, { method })).status).toBe(401)
    for (const id of [ada.companyId, 2_000_000_000, 'x'])
      expect(await problemOf(await ben.send(method, `/api/companies/${id}/${path}`, good))).toBe(
        '404 Company not found',
      )
    for (const [body, message] of bad)
      expect(await problemOf(await ada.send(method, address, body))).toBe(`422 ${message}`)
  }
  expect(await problemOf(await ada.send('POST', `${ada.path}/rejections`, { kind: 'name', value: 'Else' }))).toBe(
    '409 This is not on the card anymore',
  )
})

test('rejecting an account removes only what came from that account', async () => {
  const accounts = [
    ['github', 'cedar', 'github', 'https://github.com/Cedar/arm/releases/tag/v1'],
    ['lever', 'cedar-io', 'job-boards', 'https://jobs.lever.co/cedar-io?seen=2026-03-01'],
    ['lever', 'eu:cedar-eu', 'job-boards', 'https://jobs.eu.lever.co/cedar-eu'],
    ['recruitee', 'cedar-co', 'job-boards', 'https://cedar-co.recruitee.com/?seen=2026-03-01'],
    ['cik', '0001234567', 'sec', 'https://www.sec.gov/Archives/edgar/data/1234567/000-index.htm'],
  ]
  const others = [
    ['github', 'https://github.com/cedarn/arm'],
    ['job-boards', 'https://jobs.lever.co/cedar-io-2'],
    ['job-boards', 'https://my-cedar-co.recruitee.com/'],
  ]
  for (const [source, url] of [...accounts.map((account) => account.slice(2)), ...others])
    await app.database.execute(
      `with found as (
        insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
        values ($1, $1, $1, '', $2, 'second', 'post', '{}', $2) returning id)
      insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
      select tracked_company_id, found.id, $2, $3, 1, '[{"kind":"search"}]' from found, companies where companies.id = $4`,
      [url, app.time.now, source, ada.companyId],
    )
  const before = await titlesOf(ada)
  for (const [kind, value, , url] of accounts) {
    await app.database.execute(
      `insert into tracked_company_facts select tracked_company_id, $1, $2, '', $3 from companies where id = $4`,
      [kind, value, app.time.now, ada.companyId],
    )
    await ada.send('POST', `${ada.path}/rejections`, { kind, value })
    expect(await titlesOf(ada)).toEqual(before.filter((title) => title !== url))
    await ada.send('DELETE', `${ada.path}/rejections`, { kind, value })
  }
  expect(await titlesOf(ada)).toEqual(before)
})

test("all overrides are in their owner's export, and none is left once they are removed", async () => {
  const cleo = await fixture.tracker()
  fixture.alertItems.push(['/q/2', 'Alert for somebody who leaves'])
  await cleo.send('POST', `${cleo.path}/aliases`, { alias: 'Leaving' })
  await cleo.send('POST', `${cleo.path}/feeds`, { url: `${fixture.press.url}/alert.xml` })
  await cleo.send('POST', `${cleo.path}/rejections`, { kind: 'name', value: 'Cedar Robotics' })
  const files = unzip(new Uint8Array(await (await cleo.get('/api/account/export')).arrayBuffer()))
  for (const [file, words] of [
    ['company-names', 'Leaving'],
    ['company-feeds', '/alert.xml'],
    ['not-my-company', 'Cedar Robotics'],
    ['articles-from-your-names-and-feeds', '/alert.xml'],
  ])
    expect(files.get(`${file}.json`)).toContain(words)
  const left = async () => {
    const { rows } = await app.database.execute(`select title from articles where owner_company_id is not null`)
    return rows.length
  }
  expect(await left()).toBeGreaterThan(0)
  await app.database.asSystem((queries) => overrideArticles(queries).removeAll(cleo.id))
  expect(await left()).toBe(0)
  const { feeds, aliases, facts } = await cardOf(cleo.get(`${cleo.path}/identity`))
  expect([feeds, aliases, facts.filter(({ isRejected }) => isRejected)]).toEqual([[], [], []])
})

test('limits the number of names and feeds per company', async () => {
  const refused = async (path: string, bodyOf: (at: number) => object, most: number) => {
    for (let at = 0; at < most; at += 1)
      expect((await ben.send('POST', `${ben.path}/${path}`, bodyOf(at))).status).toBe(201)
    const response = await ben.send('POST', `${ben.path}/${path}`, bodyOf(most))
    return Problem.parse(await response.json())
  }
  expect(await refused('aliases', (at) => ({ alias: `Alias ${at}` }), MAX_ALIASES)).toMatchObject({
    status: 422,
    message: 'At most 20 other names can be kept for a company',
  })
  expect(await refused('feeds', (at) => ({ url: `http://127.0.0.1:1/${at}` }), MAX_FEEDS)).toMatchObject({
    status: 422,
    message: 'At most 10 feeds can be kept for a company',
  })
})
