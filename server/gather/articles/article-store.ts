import { sql } from 'drizzle-orm'
import type { Queries } from '../../database/open.ts'
import type { Article } from './article.ts'
import { wantsText } from './story-page.ts'

/** An article, whom it is about, and where it was found: which source, by which address. */
export type Link = {
  subjectId: number
  key: string
  source: string
  via: string
  score: number
  evidence: string[]
  /** It is about the company, and does not only mention it. */
  isPrimary: boolean
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
        insert into subject_articles (subject_id, article_id, published_at, source, via, score, evidence, is_primary)
        select distinct on (new.subject_id, articles.id)
          new.subject_id, articles.id, articles.published_at, new.source, new.via, new.score, string_to_array(new.evidence, chr(31)), new.is_primary
        from unnest(${column((l) => l.subjectId)}::int[], ${column((l) => l.key)}::text[], ${column((l) => l.source)}::text[],
          ${column((l) => l.via)}::text[], ${column((l) => l.score)}::real[], ${column((l) => l.evidence.join('\u001F'))}::text[],
          ${column((l) => l.isPrimary)}::bool[]) as new (subject_id, key, source, via, score, evidence, is_primary)
        join articles on md5(articles.key) = md5(new.key)
        on conflict do nothing returning subject_id)
      select distinct subject_id from added order by 1`)
    return rows.map((row) => row.subject_id)
  },
})
