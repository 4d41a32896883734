import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { titlesOf } from '../../testing/fixtures/overrides-fixture.ts'
import { companySite } from '../../testing/network/company-site.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import type { FactKind } from '../sources/source.ts'
import { saveIdentities } from './company-accounts.ts'
import { watchStore } from './watch-store.ts'

const TEXT = 'We have moved to Springfield, and we hire ten people there this spring.'
const POST = {
  uri: 'at://did:plc:abc123/app.bsky.feed.post/3kabc',
  author: { handle: 'acme.example' },
  record: { text: TEXT, createdAt: '2026-02-27T10:00:00Z' },
}

let app: TestApp
let withAccount: Awaited<ReturnType<typeof companySite>>
let without: Awaited<ReturnType<typeof companySite>>
let bluesky: Awaited<ReturnType<typeof loopbackSite>>

beforeAll(async () => {
  withAccount = await companySite({
    '/': '<title>Acme</title><a href="https://bsky.app/profile/acme.example">Bluesky</a>',
  })
  without = await companySite({ '/': '<title>Birch</title>' })
  bluesky = await loopbackSite((_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ feed: [{ post: POST }] })),
  )
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site,social,packages',
      OTHER_ORIGINS: `BLUESKY=${bluesky.url}`,
    },
  })
})
afterAll(() => Promise.all([withAccount.close(), without.close(), bluesky.close()]))

const watched = async (companyId: number) => {
  const rows = await app.database.query(
    `select source from watches join companies using (tracked_company_id)
     where companies.id = $1 and kind = 'search'`,
    [companyId],
  )
  return z
    .array(z.object({ source: z.string() }))
    .parse(rows)
    .map(({ source }) => source)
}

test('an account source is watched only where the site links to an account', async () => {
  const ada = await app.signUp()
  const add = async (name: string, website: string) => {
    const response = await ada.send('POST', '/api/companies', { name, website })
    const { id } = z.object({ id: z.number() }).parse(await response.json())
    return { ...ada, companyId: id, path: `/api/companies/${id}` }
  }
  const [acme, birch] = [await add('Acme', withAccount.url), await add('Birch', without.url)]
  await app.runJob('news.poll', {})
  expect([await watched(acme.companyId), await watched(birch.companyId)]).toEqual([['social'], []])
  expect(await titlesOf(acme)).toEqual([TEXT])
  expect(bluesky.requests).toHaveLength(1)
})

test('facts from Wikidata survive the next scan of the site', async () => {
  const { trackedCompanyId } = z
    .object({ trackedCompanyId: z.number() })
    .parse(
      (
        await app.database.query(`select tracked_company_id as "trackedCompanyId" from companies where name = 'Acme'`)
      )[0],
    )
  const foundAt = 'https://www.wikidata.org/wiki/Q7'
  const names = async () => {
    const rows = await app.database.query(
      `select value from tracked_company_facts where tracked_company_id = $1 and kind = 'name' order by value`,
      [trackedCompanyId],
    )
    return z
      .array(z.object({ value: z.string() }))
      .parse(rows)
      .map(({ value }) => value)
  }
  const save = (facts: { kind: FactKind; value: string; foundAt: string }[]) =>
    app.database.asSystem((queries) => saveIdentities(queries, [{ trackedCompanyId, facts }], app.time.now))
  await save([{ kind: 'name', value: 'Acme Robotics, Inc.', foundAt }])
  await app.database.asSystem((queries) =>
    watchStore(queries).saveDiscoveries(
      [{ trackedCompanyId, name: null, facts: [{ kind: 'name', value: 'Acme', foundAt: withAccount.url }] }],
      app.time.now,
    ),
  )
  expect(await names()).toEqual(['Acme', 'Acme Robotics, Inc.'])
  await save([])
  expect(await names()).toEqual(['Acme'])
})
