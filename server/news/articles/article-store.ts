import { canonical } from '../formats/canonical-url.ts'
import { publisherOf } from '../formats/publisher.ts'
import type { FoundItem } from '../formats/found-item.ts'
import type { Evidence } from '#domain/news/evidence.ts'
import { DAY_MS } from '#domain/time.ts'
import { sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'
import type { Via } from '../../platform/database/schema/articles.ts'
import { overrideArticles, type OverrideLink } from './override-articles.ts'
import { feedHash } from './article-edits.ts'
import { wantsText } from './full-text.ts'

/** A found item with a canonical URL and a settled date. */
export type Article = Omit<FoundItem, 'publishedAt'> & {
  publishedAt: Date
  key: string
  /** Set for an article from a feed that this company's owner pasted. */
  ownerCompanyId: number | null
  /** Null if it's not from a feed. */
  feedUrl: string | null
}

/** Older items are history, not news. */
const OLDEST_MS = 3 * 365 * DAY_MS

export function articleOf(item: FoundItem, publishedAt: Date, now: Date): Article | null {
  const address = canonical(item.url, { keepsHash: item.isAnchored })
  if (!address || item.title === '') return null
  if (now.getTime() - publishedAt.getTime() > OLDEST_MS) return null
  const { publisher, title } = publisherOf({ ...item, url: address.address })
  const precision = item.publishedAt?.getTime() === publishedAt.getTime() ? item.precision : 'none'
  return {
    ...item,
    precision,
    url: address.address,
    key: address.key,
    ownerCompanyId: null,
    feedUrl: null,
    title,
    publisher,
    publishedAt,
  }
}

export type Link = Via & {
  trackedCompanyId: number
  key: string
  source: string
  score: number
  evidence: Evidence[]
  /** The article is about the company and doesn't just mention it. */
  isPrimary: boolean
}

/** Articles with the same place are stored only once. */
export const placeOf = ({ key, ownerCompanyId }: Pick<Article, 'key' | 'ownerCompanyId'>): string =>
  `${ownerCompanyId ?? ''} ${key}`

type FoundArticle = { article: Article; links: Link[]; overrideLinks: OverrideLink[] }

export async function saveArticles(queries: Queries, found: FoundArticle[], now: Date) {
  const store = articleStore(queries)
  const added = await store.keep(
    found.map(({ article }) => article),
    now,
  )
  const trackedCompanyIds = await store.link(
    found.flatMap(({ links }) => links),
    now,
  )
  const overrides = overrideArticles(queries)
  const companyIds = await overrides.link(
    found.flatMap(({ overrideLinks }) => overrideLinks),
    now,
  )
  return { added, trackedCompanyIds, companyIds, newOverrides: await overrides.beginOverrides(companyIds) }
}

export const articleStore = (queries: Queries) => ({
  /** Returns the places of the new articles. */
  async keep(found: Article[], now: Date): Promise<Set<string>> {
    if (found.length === 0) return new Set()
    // Sorted, so that two writers of the same articles wait instead of deadlocking.
    const placed = found.map((article) => ({ article, place: placeOf(article) }))
    const articles = [...new Map(placed.map((each) => [each.place, each])).values()]
      .toSorted((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ article }) => article)
    const column = <Value>(pick: (article: Article) => Value) => sql.param(articles.map(pick))
    const { rows } = await queries.execute<{ key: string; owner_company_id: number | null }>(sql`
      insert into articles (url, key, owner_company_id, title, text, publisher, published_at, precision, language, kind, facts, text_state, feed_url, feed_hash, found_at)
      select row.*, ${now}::timestamptz from unnest(${column((a) => a.url)}::text[], ${column((a) => a.key)}::text[],
        ${column((a) => a.ownerCompanyId)}::int[], ${column((a) => a.title)}::text[],
        ${column((a) => a.text)}::text[], ${column((a) => a.publisher)}::text[],
        ${column((a) => a.publishedAt.toISOString())}::timestamptz[], ${column((a) => a.precision)}::text[],
        ${column((a) => a.language)}::text[], ${column((a) => a.kind)}::text[],
        ${column((a) => JSON.stringify(a.facts))}::jsonb[],
        ${column((a) => (wantsText(a, now) ? 'wanted' : 'enough'))}::text[], ${column((a) => a.feedUrl)}::text[],
        ${column((a) => (a.feedUrl === null ? null : feedHash(a)))}::text[]) as row
      on conflict do nothing returning key, owner_company_id`)
    return new Set(rows.map((row) => placeOf({ key: row.key, ownerCompanyId: row.owner_company_id })))
  },

  async link(links: Link[], now: Date): Promise<number[]> {
    if (links.length === 0) return []
    const column = <Value>(pick: (link: Link) => Value) => sql.param(links.map(pick))
    const { rows } = await queries.execute<{ tracked_company_id: number }>(sql`
      with added as (
        insert into tracked_company_articles (tracked_company_id, article_id, published_at, linked_at, source, via_kind, via, score, evidence, is_primary)
        select distinct on (new.tracked_company_id, articles.id)
          new.tracked_company_id, articles.id, articles.published_at, ${now}::timestamptz, new.source, new.via_kind, new.via, new.score, new.evidence, new.is_primary
        from unnest(${column((l) => l.trackedCompanyId)}::int[], ${column((l) => l.key)}::text[], ${column((l) => l.source)}::text[],
          ${column((l) => l.viaKind)}::text[], ${column((l) => l.via)}::text[], ${column((l) => l.score)}::real[], ${column((l) => JSON.stringify(l.evidence))}::jsonb[],
          ${column((l) => l.isPrimary)}::bool[]) as new (tracked_company_id, key, source, via_kind, via, score, evidence, is_primary)
        join articles on md5(articles.key) = md5(new.key) and articles.owner_company_id is null
        on conflict do nothing returning tracked_company_id)
      select distinct tracked_company_id from added order by 1`)
    return rows.map((row) => row.tracked_company_id)
  },
})
