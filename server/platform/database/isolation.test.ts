import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'

const ada = '00000000-0000-4000-8000-00000000000a'
const ben = '00000000-0000-4000-8000-00000000000b'

let database: TestDatabase

/** Ada and Ben both track one company, plus one each, and each has pasted a feed for the one that they share. */
beforeAll(async () => {
  database = await testDatabase()
  await database.query(`
    insert into users (id, email, trial_ends_at)
      values ('${ada}', 'ada@example.com', now()), ('${ben}', 'ben@example.com', now());
    insert into tracked_companies (id, site, name, created_at) overriding system value
      values (1, 'shared.example', 'Shared', now()), (2, 'ada.example', 'Adas', now()), (3, 'ben.example', 'Bens', now());
    insert into companies (id, user_id, name, name_key, host_key, tracked_company_id, has_overrides) overriding system value
      values (1, '${ada}', 'Shared', 'shared', '', 1, true), (2, '${ada}', 'Adas', 'adas', '', 2, false),
        (3, '${ben}', 'Shared', 'shared', '', 1, true), (4, '${ben}', 'Bens', 'bens', '', 3, false);
    insert into articles (id, url, key, owner_company_id, title, text, published_at, precision, kind, facts, found_at, is_classified)
      overriding system value select id, 'https://press.example/' || title, title, owner, title, title, now(), 'second', 'press', '{}', now(), true
      from (values (1, 'shared', null), (2, 'adas', null), (3, 'bens', null), (4, 'pasted-by-ada', 1), (5, 'pasted-by-ben', 3),
        (6, 'shared', 1)) as told (id, title, owner);
    insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
      select id, id, now(), 'press', 1, '[]' from articles where id <= 3;
    insert into company_articles (user_id, company_id, article_id, published_at, source, evidence)
      values ('${ada}', 1, 4, now(), 'own-feed', '[]'), ('${ben}', 3, 5, now(), 'own-feed', '[]'), ('${ada}', 1, 6, now(), 'own-feed', '[]');
    insert into tracked_company_facts (tracked_company_id, kind, value, found_at, found_on)
      select id, 'name', name, 'https://' || site, now() from tracked_companies;
    insert into watches (tracked_company_id, source, kind, url, every_seconds, next_at)
      select id, 'company-site', 'feed', 'https://' || site || '/feed', 60, now() from tracked_companies`)
})
afterAll(() => database.close())

const listed = async (userId: string, query: string) => {
  const { rows } = await database.asUser(userId, (queries) => queries.execute<{ name: string }>(sql.raw(query)))
  return rows.map(({ name }) => name).toSorted()
}

test.each(['visible_articles', 'newest_visible_articles'])(
  '%s shows only its user’s articles, each URL once',
  async (view) => {
    const titles = `select title as name from ${view}`
    expect(await listed(ada, titles)).toEqual(['adas', 'pasted-by-ada', 'shared'])
    expect(await listed(ben, titles)).toEqual(['bens', 'pasted-by-ben', 'shared'])
    expect(await listed(ada, `${titles} where user_id = '${ben}'`)).toEqual([])
  },
)

test('the functions behind the views reveal nothing about another user', async () => {
  const asked = (company: number) => `
    select concat_ws(' ', is_rejected_article(${company}, 1), is_hidden_own_article(${company}, ${company === 1 ? 4 : 5})) as name`
  expect(await listed(ada, asked(1))).toEqual(['f f'])
  expect(await listed(ada, asked(3))).toEqual([''])
})

test('the other views show no data of another user', async () => {
  expect(await listed(ada, 'select title as name from visible_texts')).toEqual(['adas', 'pasted-by-ada', 'shared'])
  expect(await listed(ada, 'select id::text as name from visible_sections')).toEqual(['1', '2', '3', '4', '6'])
  expect(await listed(ada, 'select name from visible_tracked_companies')).toEqual(['Adas', 'Shared'])
  expect(await listed(ada, 'select value as name from visible_facts')).toEqual(['Adas', 'Shared'])
  expect(await listed(ada, 'select url as name from visible_watches')).toEqual([
    'https://ada.example/feed',
    'https://shared.example/feed',
  ])
})

test('excluded stories show their title only to the user who excluded and can see them', async () => {
  await database.query(`
    insert into company_rejections (user_id, company_id, kind, value, created_at)
    values ('${ada}', 1, 'story', '1', now()), ('${ada}', 1, 'story', '3', now())`)
  const excluded = 'select title as name from visible_exclusions'
  expect(await listed(ada, excluded)).toEqual(['shared'])
  expect(await listed(ben, excluded)).toEqual([])
  expect(await listed(ada, 'select title as name from visible_articles where company_id = 1')).not.toContain('bens')
  expect(await listed(ben, 'select title as name from visible_articles where company_id = 3')).toContain('shared')
})

test.each([
  'press_items',
  'possible_articles',
  'article_revisions',
  'articles',
  'tracked_company_articles',
  'tracked_companies',
  'tracked_company_facts',
  'watches',
  'owner_articles',
  'newest_owner_articles',
])('the request role cannot read %s directly', async (table) => {
  const answer = database.asUser(ada, (queries) => queries.execute(sql.raw(`select from ${table}`)))
  await expect(answer.catch((error: Error) => String(error.cause))).resolves.toMatch('permission denied')
})

test('without a user, the views show only the sections of shared articles', async () => {
  const views = await database.query(`select viewname as name from pg_views where viewname like '%visible\\_%'`)
  expect(views.length).toBeGreaterThan(7)
  const shown = []
  for (const { name } of views) {
    const { rows } = await database.system.execute(sql.raw(`select * from ${name}`))
    shown.push(...rows.map(({ id }) => `${name} ${id}`))
  }
  expect(shown.toSorted()).toEqual(['visible_sections 1', 'visible_sections 2', 'visible_sections 3'])
})
