import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { titlesOf } from '../../testing/fixtures/overrides-fixture.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

const MIGRATIONS = new URL('../../database/migrations/', import.meta.url)

let app: TestApp

beforeAll(async () => {
  app = await testApp({ environment: { SOURCES: 'company-site' } })
})

async function tracker(website: string) {
  const user = await app.signUp()
  const response = await user.send('POST', '/api/companies', { name: 'Some company', website })
  const { id } = z.object({ id: z.number() }).parse(await response.json())
  return { ...user, companyId: id, path: `/api/companies/${id}` }
}

type Someone = Awaited<ReturnType<typeof tracker>>

/** One record by the domain for all of them, read from the site of the first, with one story. */
async function oldRecord(key: string, website: string, trackers: Someone[]) {
  await app.database.query(
    `with record as (
       insert into tracked_companies (key, website, domain, name, created_at) values ('old ' || $1, $2, $1, $1, now()) returning id),
     attached as (
       update companies set tracked_company_id = record.id, site_tracked_company_id = null from record where companies.id = any($3::int[])),
     told as (
       insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
       values ($2, $1, 'Of ' || $2, '', now(), 'second', 'post', '{}', now()) returning id),
     brief as (
       insert into news (tracked_company_id, content, sentences, published_at) select id, 'Brief of ' || $2, 1, now() from record)
     insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
     select record.id, told.id, now(), 'company-site', 1, '[{"kind":"own-site"}]' from record, told`,
    [key, website, trackers.map(({ companyId }) => companyId)],
  )
}

/** The steps over data of the migration that gave sites their records, and a start of the application. */
async function migrate() {
  const file = readdirSync(MIGRATIONS).find((name) => name.endsWith('_sites.sql'))!
  const steps = readFileSync(new URL(file, MIGRATIONS), 'utf8').split('--> statement-breakpoint')
  for (const step of steps.filter((each) => /^UPDATE/m.test(each))) await app.database.query(step)
}

const recordOf = async ({ companyId }: Someone) =>
  (
    await app.database.query(
      `select tracked_companies.id, key, tracked_companies.website from companies left join tracked_companies on tracked_companies.id = tracked_company_id where companies.id = $1`,
      [companyId],
    )
  )[0]

const briefOf = async (user: Someone) => JSON.stringify(await (await user.get('/api/news/feed')).json())

test('records that served companies of several sites are split, and nothing of the rightful one is lost', async () => {
  const solarfarm = await tracker('https://solarfarm.wordpress.com')
  const petfood = await tracker('https://petfood.wordpress.com')
  await oldRecord('wordpress.com', 'https://solarfarm.wordpress.com', [solarfarm, petfood])
  const acme = await tracker('http://www.acme.com')
  const blog = await tracker('https://blog.acme.com/')
  await oldRecord('acme.com', 'http://www.acme.com', [acme, blog])
  const one = await tracker('https://host.com/one')
  const two = await tracker('https://host.com/two')
  await oldRecord('host.com', 'https://host.com', [one, two])
  const safeFetch = await tracker('https://door.com/en/')
  await oldRecord('door.com', 'https://door.com', [safeFetch])
  const profile = await tracker('https://www.linkedin.com/company/Acme')
  await oldRecord('linkedin.com/company/Acme', 'https://www.linkedin.com/company/Acme', [profile])
  await app.database.query(`delete from tracked_companies where key not like 'old %'`)
  await app.database.query(`update tracked_companies set key = substring(key from 5)`)
  expect(await titlesOf(petfood)).toEqual(['Of https://solarfarm.wordpress.com'])

  await migrate()
  expect([await titlesOf(petfood), await titlesOf(blog)]).toEqual([[], []])
  await app.runJob('news.poll', {})

  expect(await titlesOf(solarfarm)).toEqual(['Of https://solarfarm.wordpress.com'])
  expect(await briefOf(solarfarm)).toContain('Brief of https://solarfarm.wordpress.com')
  expect(await titlesOf(acme)).toEqual(['Of http://www.acme.com'])
  expect(await titlesOf(safeFetch)).toEqual(['Of https://door.com'])
  expect(await titlesOf(profile)).toEqual(['Of https://www.linkedin.com/company/Acme'])
  for (const other of [petfood, blog, one, two]) {
    expect(await titlesOf(other)).toEqual([])
    expect(await briefOf(other)).not.toContain('Brief of')
  }
  const keys = []
  for (const each of [solarfarm, petfood, acme, blog, one, two, safeFetch, profile])
    keys.push((await recordOf(each))?.key)
  expect(keys).toEqual([
    'solarfarm.wordpress.com',
    'petfood.wordpress.com',
    'acme.com',
    'blog.acme.com',
    'host.com/one',
    'host.com/two',
    'door.com/en',
    'linkedin.com/company/acme',
  ])
  expect(await recordOf(acme)).toMatchObject({ website: 'https://acme.com/' })
  const left = await app.database.query('select count(*)::int as n from tracked_companies where needs_split')
  expect(left).toEqual([{ n: 0 }])
})

test('two records of one site become one', async () => {
  const [upper, lower] = [
    await tracker('https://www.linkedin.com/company/Beta'),
    await tracker('https://linkedin.com/company/beta'),
  ]
  await oldRecord('linkedin.com/company/Beta', 'https://www.linkedin.com/company/Beta', [upper])
  await oldRecord('linkedin.com/company/beta', 'https://linkedin.com/company/beta', [lower])
  await app.database.query(`delete from tracked_companies where key = 'linkedin.com/company/beta'`)
  await app.database.query(`update tracked_companies set key = substring(key from 5) where key like 'old %'`)
  for (const _twice of [1, 2]) {
    await migrate()
    await app.runJob('news.poll', {})
    expect(await recordOf(lower)).toEqual(await recordOf(upper))
    expect(await titlesOf(upper)).toEqual(['Of https://www.linkedin.com/company/Beta'])
  }
})
