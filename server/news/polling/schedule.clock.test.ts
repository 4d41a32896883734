import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { testApp, START } from '../../testing/test-app.ts'

const AHEAD_MS = 24 * HOUR_MS

const app = await testApp({ environment: { SOURCES: 'company-site,wikidata' } })

/** For each company and source, in how many hours its watch is due and how many hours ago it was polled. */
const hours = async () => {
  const rows = await app.database.query(
    `select domain, source, round(extract(epoch from next_at - $1) / 3600)::int as due,
       round(extract(epoch from $1 - checked_at) / 3600)::int as checked, claim is not null as is_claimed
     from watches join tracked_companies on tracked_companies.id = tracked_company_id order by domain, source`,
    [app.time.now],
  )
  return Object.fromEntries(rows.map(({ domain, source, ...row }) => [`${String(domain)} ${String(source)}`, row]))
}

test('watches scheduled while the clock was ahead become due when they otherwise would have', async () => {
  const add = async (domain: string) => {
    const user = await app.signUp()
    await user.send('POST', '/api/companies', { name: domain, website: `https://${domain}` })
  }
  await add('alder.dev')
  await app.database.query(
    `update watches set checked_at = $1, next_at = $1::timestamptz + interval '30 days' where source = 'wikidata'`,
    [START],
  )

  app.time.now = new Date(START.getTime() + AHEAD_MS)
  await add('birch.dev')
  await app.runJob('news.poll', {})
  // One was never polled and is claimed by a process that died; the other was requested by a user.
  await add('cedar.dev')
  await add('cherry.dev')
  const future = [app.time.now, 'cedar.dev']
  const ofCompany = `where tracked_company_id = (select id from tracked_companies where domain = $2)`
  await app.database.query(
    `update watches set checked_at = null, next_at = $1, claim = gen_random_uuid(),
       claimed_until = $1::timestamptz + interval '3 minutes' ${ofCompany}`,
    future,
  )
  await app.database.query(`update watches set rank = 1, next_at = $1 ${ofCompany}`, [app.time.now, 'cherry.dev'])

  app.time.now = START
  await app.runJob('news.pause', {})
  const after = await hours()
  expect(after['alder.dev wikidata']).toMatchObject({ due: 30 * 24, checked: 0 })
  expect(after['alder.dev company-site']).toMatchObject({ due: 2, checked: 0 })
  expect(after['birch.dev company-site']).toMatchObject({ checked: 0 })
  expect(after['birch.dev company-site']?.due).toBeLessThanOrEqual(1)
  for (const source of ['company-site', 'wikidata'])
    expect(after[`cedar.dev ${source}`]).toEqual({ due: 1, checked: null, is_claimed: false })
  expect(after['cherry.dev company-site']).toMatchObject({ due: 0, checked: 0 })

  await app.runJob('news.pause', {})
  expect(await hours()).toEqual(after)
})
