import { canonical } from './canonical-url.ts'
import { publisherOf } from './publisher.ts'
import type { FoundItem } from '../sources/source.ts'
import type { Evidence } from '#domain/news/evidence.ts'
import { sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'
import { wantsText } from './full-text.ts'

/** An item once its address is canonical and its date is settled. */
export type Article = Omit<FoundItem, 'publishedAt'> & { publishedAt: Date; key: string }

/** Older than this an item is history, not news. */
const OLDEST_MS = 3 * 365 * 24 * 3_600_000

export function articleOf(item: FoundItem, now: Date): Article | null {
  const address = canonical(item.url)
  if (!address || item.title === '') return null
  const isDated = item.publishedAt !== null && item.publishedAt <= now
  const publishedAt = isDated && item.publishedAt ? item.publishedAt : now
  if (now.getTime() - publishedAt.getTime() > OLDEST_MS) return null
  const { publisher, title } = publisherOf({ ...item, url: address.address })
  const precision = isDated ? item.precision : 'none'
  return { ...item, precision, url: address.address, key: address.key, title, publisher, publishedAt }
}

/** An article, whom it is about, and where it was found: which source, by which address. */
export type Link = {
  trackedCompanyId: number
  key: string
  source: string
  via: string
  score: number
  evidence: Evidence[]
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
    const { rows } = await queries.execute<{ tracked_company_id: number }>(sql`
      with added as (
        insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, via, score, evidence, is_primary)
        select distinct on (new.tracked_company_id, articles.id)
          new.tracked_company_id, articles.id, articles.published_at, new.source, new.via, new.score, new.evidence, new.is_primary
        from unnest(${column((l) => l.trackedCompanyId)}::int[], ${column((l) => l.key)}::text[], ${column((l) => l.source)}::text[],
          ${column((l) => l.via)}::text[], ${column((l) => l.score)}::real[], ${column((l) => JSON.stringify(l.evidence))}::jsonb[],
          ${column((l) => l.isPrimary)}::bool[]) as new (tracked_company_id, key, source, via, score, evidence, is_primary)
        join articles on md5(articles.key) = md5(new.key)
        on conflict do nothing returning tracked_company_id)
      select distinct tracked_company_id from added order by 1`)
    return rows.map((row) => row.tracked_company_id)
  },
})
