import type pg from 'pg'
import { SECTIONS } from '../domain/sections.ts'

const SOURCES = ['press', 'company-site', 'hacker-news', 'google-news', 'job-boards']
const TITLE = `(array['raises a Series A round led by', 'opens an office together with', 'appoints a finance chief from', 'ships its second product with', 'signs a supply agreement with', 'publishes results reviewed by'])[1 + (s * 7 + n) % 6]`
const WORDS = `(array['The company said that it will use the money to grow its engineering team in Rotterdam and to bring the service to new markets.', 'Existing investors joined the round, which was announced on Monday; no valuation was told.', 'The agreement runs for three years and covers seven sites, two of them abroad.', 'Customers in four countries take part in the pilot that begins next month.'])[1 + (s + n) % 4]`

/**
 * Curated articles about the subjects that are there, over the last seven months and in the order in which they were
 * published, as gathering leaves them: every third is told again by the next one, one company in ten has gone quiet.
 */
export async function seedStories(
  database: pg.Client,
  { subjects, articlesEach }: { subjects: number; articlesEach: number },
): Promise<void> {
  await database.query(
    `insert into articles (id, url, key, title, text, publisher, published_at, precision, language, kind, facts, found_at,
       section, happening, weight) overriding system value
     select n::bigint * 100000 + s, 'https://company-' || s || '.example/told/' || n, 'company-' || s || '.example/told/' || n,
       'Company ' || s || ' ' || ${TITLE} || ' partner ' || n,
       repeat(${WORDS} || ' ', 4) || 'Filed under topic' || (s * 31 + n) % 5000 || '.', 'Example Wire',
       now() - ($2::int - n) * interval '220 days' / $2::int - s * interval '1 minute'
         - case when s % 10 = 0 then interval '100 days' else interval '0' end,
       'second', 'en', case when n % 5 = 4 then 'jobs' else 'article' end, '{}', now(),
       ($3::text[])[1 + (s + n) % ${SECTIONS.length + 1}], 'mention', ((s + n) % 10) / 10.0
     from generate_series(1, $2::int) as n, generate_series(1, $1::int) as s`,
    [subjects, articlesEach, SECTIONS],
  )
  await database.query(
    `insert into subject_articles (subject_id, article_id, published_at, source, score, evidence, story_id, is_primary)
     select (id % 100000)::int, id, published_at, ($1::text[])[1 + (id / 100000) % ${SOURCES.length}], 1, array['on its own site'],
       case when (id / 100000) % 3 = 0 then id - 100000 end, id % 7 > 0
     from articles where url like '%/told/%' order by id`,
    [SOURCES],
  )
}
