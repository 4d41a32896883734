import type pg from 'pg'

type Size = { subjects: number; articlesEach: number; briefsEach: number }

const TITLE = `(array['raises a Series A round led by', 'opens an office together with', 'appoints a finance chief from', 'ships its second product with', 'signs a supply agreement with', 'publishes results reviewed by'])[1 + (s * 7 + n) % 6]`
const WORDS = `(array['The company said that it will use the money to grow its engineering team in Rotterdam and to bring the service to new markets.', 'Existing investors joined the round, which was announced on Monday; no valuation was told.', 'The agreement runs for three years and covers seven sites, two of them abroad.', 'Customers in four countries take part in the pilot that begins next month.'])[1 + (s + n) % 4]`

/** Shared records with what was published about each and the briefs of it, as gathering would have left them. */
export async function seedNews(database: pg.Client, size: Size): Promise<void> {
  const subjects = [1, size.subjects]
  await database.query(
    `insert into subjects (id, key, website, domain, name, created_at, surveyed_at) overriding system value
     select s, 'company-' || s || '.example', 'https://company-' || s || '.example', 'company-' || s || '.example',
       'Company ' || s, now() - interval '400 days', now()
     from generate_series($1::int, $2::int) as s`,
    subjects,
  )
  await database.query(
    `insert into watches (subject_id, source, address, state, checked_at, good_at, every_seconds, next_at)
     select s, source, case when source = 'company-site' then 'https://company-' || s || '.example/feed.xml' else '' end,
       'unchanged', now(), now(), 3600, now() + interval '1 day'
     from generate_series($1::int, $2::int) as s,
       unnest(array['company-site', 'hacker-news', 'sec', 'job-boards', 'github']) as source`,
    subjects,
  )
  await database.query(
    `insert into articles (id, url, key, title, text, publisher, published_at, precision, language, kind, facts, found_at)
     overriding system value
     select s::bigint * 100000 + n, 'https://company-' || s || '.example/news/' || n, 'company-' || s || '.example/news/' || n,
       'Company ' || s || ' ' || ${TITLE} || ' partner ' || n, repeat(${WORDS} || ' ', 4),
       'Example Wire', now() - n * interval '8 hours' - s * interval '1 second', 'second', 'en', 'article', '{}', now()
     from generate_series($1::int, $2::int) as s, generate_series(1, $3::int) as n`,
    [...subjects, size.articlesEach],
  )
  await database.query(
    `insert into subject_articles (subject_id, article_id, published_at, source, score, evidence)
     select (id / 100000)::int, id, published_at, 'company-site', 1, array['on its own site'] from articles
     where id between $1::bigint * 100000 and ($2::bigint + 1) * 100000`,
    subjects,
  )
  await database.query(
    `insert into news (subject_id, content, sources, published_at, created_at)
     select s, '**Latest News**' || string_agg(chr(10) || '- Company ' || s || ' ' || ${TITLE} || ' partner ' || n
         || ' (Example Wire) [' || n || ']', '' order by n),
       jsonb_agg(jsonb_build_object('title', 'Company ' || s || ' ' || ${TITLE} || ' partner ' || n,
         'url', 'https://company-' || s || '.example/news/' || n, 'publisher', 'Example Wire',
         'publishedAt', to_char(now() - n * interval '8 hours', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n),
       now() - s * interval '1 second', now()
     from generate_series($1::int, $2::int) as s, generate_series(1, 8) as n group by s`,
    subjects,
  )
  await database.query(
    `insert into news (subject_id, content, sources, published_at, created_at)
     select subject_id, content, sources, published_at - b * interval '8 hours', created_at - b * interval '8 hours'
     from news, generate_series(1, $3::int - 1) as b where subject_id between $1::int and $2::int`,
    [...subjects, size.briefsEach],
  )
}

/** A portfolio of the companies behind the first subjects. */
export async function seedPortfolio(database: pg.Client, userId: string, size: number): Promise<void> {
  await database.query(
    `insert into companies (user_id, name, website, name_key, host_key, subject_id, created_at)
     select $1::uuid, 'Company ' || s, 'https://company-' || s || '.example', 'company ' || s,
       'company-' || s || '.example', s, now() - s * interval '1 second'
     from generate_series(1, $2::int) as s`,
    [userId, size],
  )
}

/** People beside the one who is measured, each with companies of the same shared records. */
export async function seedOthers(database: pg.Client, people: number, companiesEach: number): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `insert into users (id, email, trial_ends_at)
     select gen_random_uuid(), 'other-' || n || '@example.com', now() + interval '14 days'
     from generate_series(1, $1::int) as n returning id`,
    [people],
  )
  for (const { id } of rows) await seedPortfolio(database, id, companiesEach)
}

/** So that the planner knows what there is. */
export async function settle(database: pg.Client): Promise<void> {
  for (const table of ['subjects', 'watches', 'articles', 'subject_articles', 'companies', 'news', 'users'])
    await database.query(`vacuum analyze ${table}`)
}
