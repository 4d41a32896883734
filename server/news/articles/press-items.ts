import { sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/time.ts'
import { deleteBefore } from '../../platform/database/delete-before.ts'
import type { Queries } from '../../platform/database/open.ts'
import { pressItems as pressItemTable, type Via } from '../../platform/database/schema/articles.ts'
import { keysOfItem } from '../match/stored-keys.ts'
import type { Article } from './article-store.ts'

export const KEPT_MS = 90 * DAY_MS

export type PressItem = Via & { article: Article; source: string }

type Row = Omit<Article, 'publishedAt' | 'ownerCompanyId' | 'feedUrl'> & { published_at: string; source: string } & {
  via_kind: Via['viaKind']
  via: string | null
}

/** Items from the press and from searches, whether or not anybody tracks a company that they name. */
export const pressItems = (queries: Queries) => ({
  async keep(items: PressItem[], now: Date): Promise<void> {
    const since = now.getTime() - KEPT_MS
    // Sorted, so that two writers of the same items wait instead of deadlocking.
    const kept = [...new Map(items.map((item) => [item.article.key, item])).values()]
      .filter(({ article }) => article.publishedAt.getTime() > since)
      .toSorted((a, b) => (a.article.key < b.article.key ? -1 : 1))
    if (kept.length === 0) return
    const column = <Value>(pick: (item: PressItem) => Value) => sql.param(kept.map(pick))
    const text = (pick: (article: Article) => string | null) => column(({ article }) => pick(article))
    await queries.execute(sql`
      insert into press_items (url, key, title, text, publisher, published_at, precision, language, kind, facts, source, via_kind, via, names)
      select url, key, title, text, publisher, published_at, precision, language, kind, facts, source, via_kind, via, string_to_array(names, ' | ')
      from unnest(${text((a) => a.url)}::text[], ${text((a) => a.key)}::text[], ${text((a) => a.title)}::text[],
        ${text((a) => a.text)}::text[], ${text((a) => a.publisher)}::text[],
        ${text((a) => a.publishedAt.toISOString())}::timestamptz[], ${text((a) => a.precision)}::text[],
        ${text((a) => a.language)}::text[], ${text((a) => a.kind)}::text[],
        ${text((a) => JSON.stringify(a.facts))}::jsonb[], ${column(({ source }) => source)}::text[],
        ${column(({ viaKind }) => viaKind)}::text[], ${column(({ via }) => via)}::text[],
        ${text((a) => keysOfItem(a).join(' | '))}::text[])
        as new (url, key, title, text, publisher, published_at, precision, language, kind, facts, source, via_kind, via, names)
      on conflict (md5(key)) do update set title = excluded.title, text = excluded.text, names = excluded.names
      where press_items.via = excluded.via and (press_items.title, press_items.text) <> (excluded.title, excluded.text)`)
  },

  /** Newest first. Phrases are searched without an index. */
  async idsWith({ keys, phrases }: { keys: string[]; phrases: string[] }, now: Date): Promise<string[]> {
    const patterns = phrases.map((phrase) => `%${phrase.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    const isNamed = sql`names && ${sql.param(keys)}::text[]`
    const isSaid = sql`title || ' ' || text like any (${sql.param(patterns)}::text[])`
    const { rows } = await queries.execute<{ id: string }>(sql`
      select id from press_items where published_at > ${new Date(now.getTime() - KEPT_MS)}
        and ${patterns.length > 0 ? sql`(${isNamed} or ${isSaid})` : isNamed}
      order by published_at desc`)
    return rows.map(({ id }) => id)
  },

  async read(ids: string[]): Promise<PressItem[]> {
    const { rows } = await queries.execute<Row>(sql`
      select url, key, title, text, publisher, published_at, precision, language, kind, facts, source, via_kind, via
      from press_items where id = any(${sql.param(ids)}::bigint[]) order by published_at desc`)
    return rows.map(({ source, via_kind: viaKind, via, published_at: publishedAt, ...item }) => ({
      article: {
        ...item,
        publishedAt: new Date(publishedAt),
        ownerCompanyId: null,
        feedUrl: viaKind === 'feed' ? via : null,
      },
      source,
      viaKind,
      via,
    }))
  },

  forget: (now: Date): Promise<void> =>
    deleteBefore(queries, pressItemTable.publishedAt, new Date(now.getTime() - KEPT_MS)),
})
