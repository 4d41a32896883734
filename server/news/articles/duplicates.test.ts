import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { markSameStories } from './duplicates.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

let trackedCompanies: number[]
beforeEach(async () => {
  await database.query('delete from tracked_companies; delete from articles')
  const rows = await database.query(
    `insert into tracked_companies (site, name, created_at) values ('acme.com', 'acme', now()), ('beta.com', 'beta', now()) returning id`,
  )
  trackedCompanies = rows.map(({ id }) => Number(id))
})

const NOW = new Date('2026-03-01T12:00:00.000Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)

const RELEASE = Array.from({ length: 90 }, (_, i) => `word${(i * 7919) % 613}`).join(' ')
const OTHER = Array.from({ length: 90 }, (_, i) => `thing${(i * 104_729) % 719}`).join(' ')

type Article = { url: string; title: string; text: string; publisher: string | null; publishedAt: Date }

const article = (title: string, publisher: string, text: string, publishedAt = hoursAgo(5)): Article => ({
  url: `https://${publisher}/${title}`,
  title,
  text,
  publisher,
  publishedAt,
})

async function keep(trackedCompany: number, articles: Article[], foundAt = NOW) {
  for (const { url, title, text, publisher, publishedAt } of articles)
    await database.query(
      `insert into articles (url, key, title, text, publisher, published_at, precision, kind, facts, found_at)
       values ($1, $1, $2, $3, $4, $5, 'second', 'press', '{}', $6) on conflict do nothing`,
      [url, title, text, publisher, publishedAt, foundAt],
    )
  await database.query(
    `insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
     select $1, id, published_at, 'press', 1, '[]' from articles where url = any($2)`,
    [trackedCompanies[trackedCompany], articles.map(({ url }) => url)],
  )
}

const mark = () => database.asSystem((queries) => markSameStories(queries, trackedCompanies, NOW))

const stored = async () =>
  Object.fromEntries(
    (
      await database.query(
        `select a.title, first.title as same, length(a.text) as size, a.text_state as state
         from articles a left join articles first on first.id = a.same_as order by a.id`,
      )
    ).map(({ title, same, size, state }) => [title, [same, Number(size) > 0, state]]),
  )

test('near-duplicate texts are kept once, in the first article', async () => {
  await keep(0, [
    article('copy', 'planet.com', `${RELEASE} A copy.`, hoursAgo(4)),
    article('first', 'wire.com', RELEASE, hoursAgo(6)),
    article('other', 'gazette.com', OTHER, hoursAgo(3)),
  ])
  expect(await mark()).toBe(1)
  const once = await stored()
  expect(once).toEqual({
    copy: ['first', false, 'enough'],
    first: [null, true, 'enough'],
    other: [null, true, 'enough'],
  })
  expect(await mark()).toBe(0)
  expect(await stored()).toEqual(once)
})

test('a later copy points to the first article, not to another copy, and its text is no longer wanted', async () => {
  await keep(
    0,
    [article('first', 'wire.com', RELEASE), article('copy', 'planet.com', RELEASE, hoursAgo(4))],
    hoursAgo(2),
  )
  await mark()
  // Published earlier but found later: the first must keep its text, because the copy points to it.
  await keep(0, [article('late', 'gazette.com', RELEASE, hoursAgo(9))])
  await database.query(`update articles set text_state = 'wanted' where title = 'late'`)
  expect(await mark()).toBe(1)
  expect(await stored()).toEqual({
    first: [null, true, 'enough'],
    copy: ['first', false, 'enough'],
    late: ['first', false, 'enough'],
  })
})

test('a near-duplicate from the same publisher is an update or a correction, and stays', async () => {
  await keep(0, [
    article('story', 'planet.com', RELEASE),
    article('corrected', 'planet.com', `${RELEASE} Corrected.`, hoursAgo(4)),
    {
      ...article('section', 'planet.com', RELEASE, hoursAgo(3)),
      publisher: 'The Planet',
      url: 'https://tech.planet.com/x',
    },
    article('else', 'wire.com', OTHER),
  ])
  expect(await mark()).toBe(0)
})

test('a copy without a publisher is marked too', async () => {
  await keep(0, [
    article('story', 'planet.com', RELEASE),
    { ...article('copy', 'wire.com', RELEASE, hoursAgo(4)), publisher: null },
  ])
  expect(await mark()).toBe(1)
})

test('articles of other companies, older ones and short ones are not compared', async () => {
  await keep(0, [article('ours', 'wire.com', RELEASE)])
  await keep(1, [article('theirs', 'planet.com', RELEASE)])
  await keep(0, [article('old', 'gazette.com', RELEASE, hoursAgo(31 * 24))])
  await keep(0, [article('short', 'times.com', 'Acme raises.'), article('brief', 'post.com', 'Acme raises.')])
  expect(await mark()).toBe(0)
})

test('a duplicate shared by two companies is marked once', async () => {
  const both = [article('first', 'wire.com', RELEASE), article('copy', 'planet.com', RELEASE, hoursAgo(4))]
  await keep(0, both)
  await keep(1, both)
  expect(await mark()).toBe(1)
})

test('an article that copies point to keeps its text when an older one is linked later', async () => {
  const copies = [article('second', 'wire.com', RELEASE), article('copy', 'planet.com', RELEASE, hoursAgo(4))]
  await keep(1, [article('oldest', 'gazette.com', RELEASE, hoursAgo(9))], hoursAgo(3))
  await keep(0, copies, hoursAgo(2))
  await mark()
  await keep(0, [article('oldest', 'gazette.com', RELEASE, hoursAgo(9))])
  await mark()
  expect(await stored()).toEqual({
    oldest: ['second', false, 'enough'],
    second: [null, true, 'enough'],
    copy: ['second', false, 'enough'],
  })
})
