import { sql } from 'drizzle-orm'
import type { Queries } from '../../database/open.ts'
import { plainBrief, type BriefArticle } from './brief.ts'
import type { Article } from './article.ts'
import { SITE } from '../look.ts'
import { wantsText } from './story-page.ts'

/** An article, whom it is about, and where it was found: which source, by which address. */
export type Link = {
  subjectId: number
  key: string
  source: string
  via: string
  score: number
  evidence: string[]
}

export const articleStore = (queries: Queries) => ({
  /** Keeps each address once, whoever brings it and however often. */
  async keep(found: Article[], now: Date): Promise<void> {
    if (found.length === 0) return
    // In one order, so that two that bring the same wait for each other instead of colliding.
    const articles = [...new Map(found.map((article) => [article.key, article])).values()].toSorted((a, b) =>
      a.key < b.key ? -1 : 1,
    )
    const column = <Value>(pick: (article: Article) => Value) => sql.param(articles.map(pick))
    await queries.execute(sql`
      insert into articles (url, key, title, text, publisher, published_at, precision, language, kind, facts, text_state, found_at)
      select row.*, ${now}::timestamptz from unnest(${column((a) => a.url)}::text[], ${column((a) => a.key)}::text[], ${column((a) => a.title)}::text[],
        ${column((a) => a.text)}::text[], ${column((a) => a.publisher)}::text[],
        ${column((a) => a.publishedAt.toISOString())}::timestamptz[], ${column((a) => a.precision)}::text[],
        ${column((a) => a.language)}::text[], ${column((a) => a.kind)}::text[],
        ${column((a) => JSON.stringify(a.facts))}::jsonb[],
        ${column((a) => (wantsText(a, now) ? 'wanted' : 'enough'))}::text[]) as row
      on conflict (md5(key)) do nothing`)
  },

  /** Which subjects have something that they had not before. */
  async link(links: Link[]): Promise<number[]> {
    if (links.length === 0) return []
    const column = <Value>(pick: (link: Link) => Value) => sql.param(links.map(pick))
    const { rows } = await queries.execute<{ subject_id: number }>(sql`
      with added as (
        insert into subject_articles (subject_id, article_id, published_at, source, via, score, evidence)
        select distinct on (new.subject_id, articles.id)
          new.subject_id, articles.id, articles.published_at, new.source, new.via, new.score, string_to_array(new.evidence, chr(31))
        from unnest(${column((l) => l.subjectId)}::int[], ${column((l) => l.key)}::text[], ${column((l) => l.source)}::text[],
          ${column((l) => l.via)}::text[], ${column((l) => l.score)}::real[], ${column((l) => l.evidence.join('\u001F'))}::text[])
          as new (subject_id, key, source, via, score, evidence)
        join articles on md5(articles.key) = md5(new.key)
        on conflict do nothing returning subject_id)
      select distinct subject_id from added order by 1`)
    return rows.map((row) => row.subject_id)
  },

  /** Writes the brief of each subject anew, where that says something new. */
  async writeBriefs(subjectIds: number[], now: Date): Promise<number[]> {
    if (subjectIds.length === 0) return []
    const { rows } = await queries.execute<{ subject_id: number } & Record<string, string>>(sql`
      select wanted.id as subject_id, newest.title, newest.url, newest.publisher, newest.published_at, newest.kind, newest.source
      from unnest(${sql.param(subjectIds)}::int[]) as wanted (id)
      cross join lateral (
        select articles.title, articles.url, articles.publisher, articles.published_at, articles.kind, subject_articles.source
        from subject_articles join articles on articles.id = subject_articles.article_id
        where subject_articles.subject_id = wanted.id and articles.same_as is null
        order by subject_articles.published_at desc, subject_articles.article_id desc limit 12) as newest`)
    const written: { subjectId: number; content: string; sources: string; publishedAt: string }[] = []
    for (const [subjectId, own] of Map.groupBy(rows, (row) => row.subject_id)) {
      const brief = plainBrief(own.map(toBriefArticle))
      if (brief)
        written.push({
          subjectId,
          content: brief.content,
          sources: JSON.stringify(brief.sources),
          publishedAt: brief.publishedAt.toISOString(),
        })
    }
    const column = <Value>(pick: (brief: (typeof written)[number]) => Value) => sql.param(written.map(pick))
    const told = await queries.execute<{ subject_id: number }>(sql`
      insert into news (subject_id, content, sources, published_at, created_at)
      select new.subject_id, new.content, new.sources::jsonb, new.published_at, ${now}::timestamptz
      from unnest(${column((b) => b.subjectId)}::int[], ${column((b) => b.content)}::text[],
        ${column((b) => b.sources)}::text[], ${column((b) => b.publishedAt)}::timestamptz[])
        as new (subject_id, content, sources, published_at)
      where not exists (
        select from news old where old.subject_id = new.subject_id
          and old.published_at = new.published_at and old.content = new.content)
      returning subject_id`)
    return told.rows.map((row) => row.subject_id)
  },
})

const toBriefArticle = (row: Record<string, string | number>): BriefArticle => ({
  title: String(row.title),
  url: String(row.url),
  // What a company says on its own site needs no further name.
  publisher: row.publisher === null || row.source === SITE ? null : String(row.publisher),
  publishedAt: new Date(row.published_at as string),
  kind: String(row.kind),
})
