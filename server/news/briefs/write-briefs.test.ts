import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sentenceCount } from '#domain/news/brief-text.ts'
import type { BriefSection } from '#domain/news/briefs.ts'
import { HOUR_MS } from '#domain/time.ts'
import { openCurator } from '../engine/open-curator.ts'
import type { Curator } from '../engine/curate.ts'
import { openLog } from '../../platform/log.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createCurateDue, createClassifyBacklog } from './curation-jobs.ts'
import { createBriefs } from './write-briefs.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const TEXT = 'Cedar Robotics raised $18 million from Fernhill Partners, it said. The sum goes into orchards.'

let database: TestDatabase
const said: string[] = []
const log = openLog('info', { write: (line) => said.push(line) })

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  said.length = 0
  await database.query('truncate briefs, tracked_company_articles, articles, tracked_companies cascade')
  await database.query(
    `insert into tracked_companies (site, name, created_at) select 'cedar' || n, 'Cedar Robotics', $1 from generate_series(1, 20) as n`,
    [NOW],
  )
})

async function publish(title: string, text: string, hoursAgo: number): Promise<void> {
  await database.query(
    `with inserted as (
       insert into articles (url, key, title, text, publisher, published_at, precision, kind, facts, found_at)
       select 'https://press.example/' || id || $1, id || $1, $1, $2, 'The Press', $3, 'second', 'press', '{}', $4 from tracked_companies
       returning id, key, published_at)
     insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
     select tracked_companies.id, inserted.id, published_at, 'press', 1, '[]' from inserted join tracked_companies on inserted.key = tracked_companies.id || $1`,
    [title, text, new Date(NOW.getTime() - hoursAgo * HOUR_MS), NOW],
  )
}

const trackedCompanyIds = async () =>
  (await database.query('select id from tracked_companies order by id')).map(({ id }) => Number(id))

type Stored = { status: string; body: BriefSection[]; verified: number }
const stored = async () => (await database.query('select status, body, verified from briefs order by id')) as Stored[]
const HEADLINES = [
  {
    heading: 'Latest News',
    sentences: [{ text: 'Cedar Robotics raises $18 million (The Press)', citations: [1] }],
  },
]

async function write(curator: Pick<Curator, 'curate'>) {
  const briefs = createBriefs({ curator, log })
  const whose = { trackedCompanyIds: await trackedCompanyIds(), companyIds: [] }
  await database.asSystem((queries) => briefs.headlines(queries, whose, NOW))
  return createCurateDue({ database, clock: () => NOW, log, briefs })
}

test('headlines are written at once, then replaced once by an extractive brief', async () => {
  await publish('Cedar Robotics raises $18 million', TEXT, 1)
  const due = await write(openCurator('inline'))
  const before = await stored()
  expect(before).toHaveLength(20)
  for (const brief of before) expect(brief).toEqual({ status: 'headlines', body: HEADLINES, verified: 0 })
  expect(await due.run()).toBe(20)
  const after = await stored()
  expect(after).toHaveLength(20)
  for (const { status, body, verified } of after) {
    expect([status, body[0]?.heading]).toEqual(['extractive', 'Financial Updates'])
    expect(body[0]?.sentences[0]?.text).toMatch(/^Cedar Robotics raised \$18 million from Fernhill Partners/)
    expect(sentenceCount(body)).toBe(verified)
  }
  expect(await due.run()).toBe(0)
})

test('two processes never write the same brief', async () => {
  await publish('Cedar Robotics raises $18 million', TEXT, 1)
  const inline = openCurator('inline')
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let begun = 0
  const held: Pick<Curator, 'curate'> = {
    curate: async (tasks) => {
      begun += tasks.length
      await finished
      return inline.curate(tasks)
    },
  }
  const one = (await write(held)).run()
  await expect.poll(() => begun).toBe(8)
  const briefs = createBriefs({ curator: inline, log })
  const other = createCurateDue({ database, clock: () => NOW, log, briefs })
  expect(await other.run()).toBe(12)
  finish()
  expect(await one).toBe(8)
  expect(await stored()).toHaveLength(20)
})

test('if curation fails, the headlines become final, and the failure is logged', async () => {
  await publish('Cedar Robotics raises $18 million', TEXT, 1)
  const due = await write({ curate: () => Promise.reject(new Error('out of memory')) })
  await due.run()
  const after = await stored()
  expect(after).toHaveLength(20)
  expect(after[0]).toEqual({ status: 'extractive', body: HEADLINES, verified: 1 })
  expect(said.join()).toContain('curation failed')
})

test('a brief that cannot be saved blocks no other: its headlines become final', async () => {
  await publish('Cedar Robotics raises $18 million', TEXT, 1)
  const [first = 0] = await trackedCompanyIds()
  const inline = openCurator('inline')
  const due = await write({
    curate: async (tasks) => {
      const found = await inline.curate(tasks)
      // PostgreSQL can't store this character, so the first brief can't be saved.
      return found.map((each, at) =>
        each.brief && tasks[at]?.briefArticles[0]?.url.includes(`/${first}Cedar`)
          ? { ...each, brief: { ...each.brief, sections: [{ heading: '\0', sentences: [] }] } }
          : each,
      )
    },
  })
  await due.run()
  const after = await stored()
  expect(after).toHaveLength(20)
  expect(after.filter(({ body }) => body[0]?.heading === 'Latest News')).toEqual([
    { status: 'extractive', body: HEADLINES, verified: 1 },
  ])
  expect(await due.run()).toBe(0)
})

test('a classifier that fails changes no article and does not block older ones', async () => {
  for (const number of [1, 2, 3, 4, 5, 6]) await publish(`Story ${number}`, TEXT, number)
  const inline = openCurator('inline')
  let calls = 0
  const classify: Curator['classify'] = (articles) => {
    calls += 1
    // The first batch, and then each of its articles.
    return calls <= 101 ? Promise.reject(new Error('out of memory')) : inline.classify(articles)
  }
  const backlog = createClassifyBacklog({ database, log, curator: { classify } })
  expect(await backlog.run()).toBe(20)
  expect(said.join()).toContain('failed to classify articles')
  expect(await backlog.run()).toBe(100)
  expect(await backlog.run()).toBe(0)
})
