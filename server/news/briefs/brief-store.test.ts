import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { briefBody } from '../../testing/fixtures/brief-body.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { briefStore, idsOf, ownerOf, type BriefOwner, type OwnedBrief } from './brief-store.ts'

const NOW = new Date('2026-03-10T12:00:00Z')

const database = await testDatabase()
const store = briefStore(database.system)
afterAll(() => database.close())

let owners: Record<BriefOwner['kind'], BriefOwner>

beforeEach(async () => {
  await database.query('truncate users, tracked_companies, articles, briefs cascade')
  const userId = randomUUID()
  await database.query(`insert into users (id, email, trial_ends_at) values ($1, 'ada@example.com', $2)`, [userId, NOW])
  const [tracked] = await database.query(
    `insert into tracked_companies (name_key, name, created_at) values ('cedar', 'Cedar', $1) returning id`,
    [NOW],
  )
  const [company] = await database.query(
    `insert into companies (user_id, name, name_key, host_key, has_overrides) values ($1, 'Cedar', 'cedar', '', true) returning id`,
    [userId],
  )
  owners = {
    'tracked-company': { kind: 'tracked-company', id: Number(tracked?.id) },
    company: { kind: 'company', id: Number(company?.id), userId },
  }
})

const brief = (owner: BriefOwner, text: string, change: Partial<OwnedBrief> = {}): OwnedBrief => ({
  owner,
  sections: briefBody(text),
  sources: [],
  status: 'extractive',
  verified: 1,
  publishedAt: '2026-03-10T10:00:00.000Z',
  ...change,
})

const texts = async () =>
  (await database.query(`select body->0->'sentences'->0->>'text' as text from briefs order by id`)).map(
    ({ text }) => text,
  )

test.each(['tracked-company', 'company'] as const)(
  'a brief of a %s replaces one with the same date, and the same text is not saved twice',
  async (kind) => {
    const owner = owners[kind]
    expect(await store.save([brief(owner, 'first')], NOW)).toEqual([owner])
    expect(await store.save([brief(owner, 'first')], NOW)).toEqual([])
    expect(await store.save([brief(owner, 'second')], NOW)).toEqual([owner])
    expect(await texts()).toEqual(['second'])
    expect(await store.save([brief(owner, 'third', { publishedAt: '2026-03-10T11:00:00.000Z' })], NOW)).toEqual([owner])
    expect(await texts()).toEqual(['second', 'third'])
  },
)

test('briefs of both kinds are saved together and stay separate', async () => {
  const both = Object.values(owners)
  expect(
    await store.save(
      both.map((owner) => brief(owner, owner.kind)),
      NOW,
    ),
  ).toEqual(both)
  const rows = await database.query('select tracked_company_id, company_id, user_id from briefs order by id')
  expect(rows.flatMap((row) => ownerOf(row as Parameters<typeof ownerOf>[0]))).toEqual(both)
  await store.save([brief(owners.company, 'new')], NOW)
  expect(await texts()).toEqual(['tracked-company', 'new'])
})

test('only the headlines of the given owners are removed', async () => {
  const both = Object.values(owners)
  for (const owner of both)
    await store.save(
      [
        brief(owner, `${owner.kind} headlines`, { status: 'headlines' }),
        brief(owner, `${owner.kind} sentences`, { publishedAt: '2026-03-09T10:00:00.000Z' }),
      ],
      NOW,
    )
  await store.removeHeadlines([owners.company])
  expect(await texts()).toEqual(['tracked-company headlines', 'tracked-company sentences', 'company sentences'])
  await store.removeHeadlines(both)
  expect(await texts()).toEqual(['tracked-company sentences', 'company sentences'])
})

test.each(['tracked-company', 'company'] as const)(
  'articles of a %s join stories and leave them again',
  async (kind) => {
    const owner = owners[kind]
    const articles = await database.query(
      `insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
     select 'https://a.example/' || n, 'a' || n, 'A', '', $1, 'second', 'press', '{}', $1 from generate_series(1, 2) as n returning id`,
      [NOW],
    )
    const [first, second] = articles.map(({ id }) => String(id))
    await database.query(
      owner.kind === 'company'
        ? `insert into company_articles (company_id, user_id, article_id, published_at, source, evidence)
         select $2, '${owner.userId}', id, $1, 'press', '[]' from articles`
        : `insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
         select $2, id, $1, 'press', 1, '[]' from articles`,
      [NOW, owner.id],
    )
    const links = owner.kind === 'company' ? 'company_articles' : 'tracked_company_articles'
    const stories = async () =>
      (await database.query(`select story_id, cluster_id from ${links} order by article_id`)).map(Object.values)
    await store.saveStories(owner, [{ id: second!, story: first!, cluster: first! }])
    expect(await stories()).toEqual([
      [null, null],
      [first, null],
    ])
    await store.saveStories(owner, [{ id: second!, story: first!, cluster: second! }])
    expect(await stories()).toEqual([
      [null, null],
      [first, second],
    ])
    await store.saveStories(owner, [{ id: second!, story: second!, cluster: second! }])
    expect(await stories()).toEqual([
      [null, null],
      [null, null],
    ])
  },
)

test('owners are grouped by kind', () => {
  expect(idsOf(Object.values(owners))).toEqual({
    trackedCompanyIds: [owners['tracked-company'].id],
    companyIds: [owners.company.id],
  })
})

test('the model status requires a model body, and vice versa', async () => {
  await store.save([brief(owners.company, 'first')], NOW)
  await expect(database.query(`update briefs set status = 'model'`)).rejects.toThrow('briefs_by_model')
  await expect(database.query(`update briefs set model_body = '[]'`)).rejects.toThrow('briefs_by_model')
})
