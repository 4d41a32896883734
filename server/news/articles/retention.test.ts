import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { DAY_MS } from '#domain/time.ts'
import { parseConfig } from '../../config/config.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { createRetention } from './retention.ts'

const KEEP_DAYS = 1461

let app: TestApp
let companyId: number

beforeAll(async () => {
  app = await testApp()
  const ada = await app.signUp()
  const added = await ada.send('POST', '/api/companies', { name: 'Cedar Robotics', website: 'cedar.example' })
  companyId = z.object({ id: z.number() }).parse(await added.json()).id
})

const daysAgo = (days: number) => new Date(app.time.now.getTime() - days * DAY_MS)

const addArticle = (title: string, days: number, kind = 'press') =>
  app.database.execute(
    `with found as (
      insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
      values ('https://press.example/' || md5($1), $1, $1, '', $2, 'second', $4, '{}', $2) returning id)
    insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
    select tracked_company_id, found.id, $2, 'press', 1, '[]' from found, companies where companies.id = $3`,
    [title, daysAgo(days), companyId, kind],
  )

const addBrief = (heading: string, days: number) =>
  app.database.execute(
    `insert into briefs (tracked_company_id, status, body, published_at, created_at)
     select tracked_company_id, 'headlines', $1, $2, $2 from companies where id = $3`,
    [JSON.stringify([{ heading, sentences: [] }]), daysAgo(days), companyId],
  )

const texts = async (statement: string) =>
  ((await app.database.execute(statement)).rows as { text: string }[]).map(({ text }) => text)

test('news older than NEWS_KEEP is deleted with its links; founder updates and the last brief are kept', async () => {
  await addArticle('Cedar Robotics is founded', KEEP_DAYS + 1)
  await addArticle('Our first month', KEEP_DAYS + 1, 'founder-update')
  await addArticle('Cedar Robotics raises a seed round', KEEP_DAYS - 1)
  await addBrief('First', KEEP_DAYS + 9)
  await addBrief('Second', KEEP_DAYS + 8)
  const retention = createRetention({
    database: app.database,
    clock: () => app.time.now,
    keepSeconds: KEEP_DAYS * 86_400,
  })
  for (const _twice of [1, 2]) {
    await retention.run()
    expect(await texts('select title as text from articles order by id')).toEqual([
      'Our first month',
      'Cedar Robotics raises a seed round',
    ])
    expect(await texts('select article_id::text as text from tracked_company_articles')).toHaveLength(2)
    // A company without recent news still shows its last brief.
    expect(await texts(`select body -> 0 ->> 'heading' as text from briefs`)).toEqual(['Second'])
  }
})

test('the record of a refresh is deleted after 90 days', async () => {
  for (const days of [91, 89])
    await app.database.execute(
      `insert into refreshes (user_id, company_ids, started_at) select user_id, array[id], $1 from companies where id = $2`,
      [daysAgo(days), companyId],
    )
  await app.runJob('news.clean-up', {})
  expect(await texts('select started_at::text as text from refreshes')).toHaveLength(1)
})

test('a NEWS_KEEP so short that news would be gathered again is rejected', () => {
  expect(() => parseConfig({ NEWS_KEEP: '365d' })).toThrow('NEWS_KEEP: must be at least 1096d')
  expect(parseConfig({}).gather.keepSeconds).toBe(KEEP_DAYS * 86_400)
})
