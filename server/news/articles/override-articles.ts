import type { Evidence } from '#domain/news/evidence.ts'
import { sql, type SQL } from 'drizzle-orm'
import { OWN_FEED } from '#domain/news/source-registry.ts'
import type { Queries } from '../../platform/database/open.ts'
import type { Via } from '../../platform/database/schema/articles.ts'
import { nameKey } from '#domain/companies/company-key.ts'
import { aliasKey, type Alias } from '../match/name-index.ts'

export type OverrideLink = Via & {
  companyId: number
  key: string
  /** Found in a feed that the user added to the company. */
  isOwnArticle: boolean
  source: string
  evidence: Evidence[]
  /** The article is about the company and doesn't just mention it. */
  isPrimary: boolean
}

/** Records the alias that matched, so that the link is removed along with it. */
export const viaAlias = (alias: string): Via => ({ viaKind: 'alias', via: aliasKey(alias) })

/** Records the typed name that matched, so that the link is removed when the name changes. */
export const viaName = (name: string): Via => ({ viaKind: 'name', via: nameKey(name) })

export const overrideArticles = (queries: Queries) => ({
  async aliases(companyIds?: number[]): Promise<Alias[]> {
    const which = companyIds ? sql`companies.id = any(${sql.param(companyIds)}::int[])` : sql`true`
    const { rows } = await queries.execute<{ company_id: number; alias: string }>(sql`
      select company_id, alias from company_aliases own
      join companies on companies.id = own.company_id and companies.user_id = own.user_id
      where companies.removed_at is null and ${which}`)
    return rows.map((row) => ({ companyId: row.company_id, alias: row.alias }))
  },

  async link(links: OverrideLink[], now: Date): Promise<number[]> {
    if (links.length === 0) return []
    const column = <Value>(pick: (link: OverrideLink) => Value) => sql.param(links.map(pick))
    const { rows } = await queries.execute<{ company_id: number }>(sql`
      with added as (
        insert into company_articles (user_id, company_id, article_id, published_at, linked_at, source, via_kind, via, evidence, is_primary)
        select distinct on (companies.id, articles.id)
          companies.user_id, companies.id, articles.id, articles.published_at, ${now}::timestamptz, new.source, new.via_kind, new.via, new.evidence, new.is_primary
        from unnest(${column((l) => l.companyId)}::int[], ${column((l) => l.key)}::text[], ${column((l) => l.isOwnArticle)}::bool[], ${column((l) => l.source)}::text[],
          ${column((l) => l.viaKind)}::text[], ${column((l) => l.via)}::text[], ${column((l) => JSON.stringify(l.evidence))}::jsonb[],
          ${column((l) => l.isPrimary)}::bool[]) as new (company_id, key, is_own_article, source, via_kind, via, evidence, is_primary)
        join companies on companies.id = new.company_id and companies.removed_at is null
        cross join lateral (
          select id, published_at from articles
          where not new.is_own_article and md5(key) = md5(new.key) and owner_company_id is null
          union all
          select id, published_at from articles
          where new.is_own_article and md5(key) = md5(new.key) and owner_company_id = new.company_id) as articles
        on conflict do nothing returning company_id)
      select distinct company_id from added order by 1`)
    return rows.map((row) => row.company_id)
  },

  async unlinkNamed(links: { id: number; key: string }[]): Promise<number[]> {
    const { rows } = await queries.execute<{ company_id: number }>(sql`
      with gone as (
        delete from company_articles link using articles,
          unnest(${sql.param(links.map(({ id }) => id))}::int[], ${sql.param(links.map(({ key }) => key))}::text[]) as old (company_id, key)
        where link.company_id = old.company_id and articles.id = link.article_id
          and md5(articles.key) = md5(old.key) and articles.owner_company_id is null and link.via_kind = 'name'
        returning link.company_id)
      select distinct company_id from gone order by 1`)
    const ids = rows.map((row) => row.company_id)
    if (ids.length > 0) await markOverrides(queries, sql`companies.id = any(${sql.param(ids)}::int[])`)
    return ids
  },

  /** Returns the companies that used the shared briefs until now. */
  async beginOverrides(companyIds: number[]): Promise<number[]> {
    if (companyIds.length === 0) return []
    const { rows } = await queries.execute<{ id: number }>(sql`
      update companies set has_overrides = true
      where id = any(${sql.param(companyIds)}::int[]) and not has_overrides returning id`)
    return rows.map(({ id }) => id)
  },

  async dropFormerNames(companyIds: number[]): Promise<void> {
    const ids = sql.param(companyIds)
    const { rows } = await queries.execute<{ company_id: number }>(sql`
      delete from company_articles link using companies
      where companies.id = link.company_id and companies.id = any(${ids}::int[])
        and link.via_kind = 'name' and link.via <> companies.name_key
      returning link.company_id`)
    if (rows.length > 0) await markOverrides(queries, sql`companies.id = any(${ids}::int[])`)
  },

  async watchFeeds(everySeconds: number, now: Date): Promise<void> {
    await queries.execute(sql`
      insert into watches (company_id, source, kind, url, every_seconds, next_at)
      select own.company_id, ${OWN_FEED}, 'feed', own.url, ${everySeconds}::int, ${now}::timestamptz from company_feeds own
      join companies on companies.id = own.company_id and companies.user_id = own.user_id and companies.removed_at is null
      where not exists (
        select from watches where watches.company_id = own.company_id
          and watches.source = ${OWN_FEED} and watches.url = own.url)
      on conflict do nothing`)
    await queries.execute(sql`
      delete from watches where company_id is not null and source = ${OWN_FEED} and not exists (
        select from company_feeds own join companies on companies.id = own.company_id and companies.removed_at is null
        where own.company_id = watches.company_id and own.url = watches.url)`)
  },

  async dropUnfounded(userId: string, companyId: number): Promise<void> {
    const feedOf = (address: string) =>
      sql`select from company_feeds where company_id = ${companyId} and url = ${sql.raw(address)}`
    await queries.execute(sql`
      delete from watches where company_id = ${companyId} and source = ${OWN_FEED} and not exists (${feedOf('watches.url')})`)
    const { rowCount } = await queries.execute(sql`
      with gone as (
        delete from company_articles link where company_id = ${companyId} and user_id = ${userId}
          and not case link.via_kind
            when 'former-site' then true
            when 'update' then true
            when 'confirmed' then true
            when 'alias' then exists (select from company_aliases where company_id = ${companyId} and key = link.via)
            when 'name' then exists (select from companies where id = ${companyId} and name_key = link.via)
            else exists (${feedOf('link.via')}) end
        returning article_id),
      dropped as (
        delete from articles using gone
        where articles.id = gone.article_id and articles.owner_company_id = ${companyId})
      select from gone limit 1`)
    // Another of the company's feeds may have the same articles, so its feeds are read again in full.
    if (rowCount)
      await queries.execute(sql`
        update watches set etag = null, last_modified = null, notes = null
        where company_id = ${companyId} and source = ${OWN_FEED}`)
  },

  async removeAll(userId: string): Promise<void> {
    await queries.execute(sql`
      delete from articles using companies
      where companies.id = articles.owner_company_id and companies.user_id = ${userId}`)
    for (const table of ['company_articles', 'company_feeds', 'company_aliases', 'company_rejections'])
      await queries.execute(sql`delete from ${sql.identifier(table)} where user_id = ${userId}`)
  },
})

export async function markOverrides(queries: Queries, which: SQL): Promise<void> {
  const any = (table: string) =>
    sql`exists (select from ${sql.identifier(table)} own where own.user_id = companies.user_id and own.company_id = companies.id)`
  await queries.execute(sql`
    update companies set has_overrides = ${any('company_aliases')} or ${any('company_rejections')}
      or ${any('company_feeds')} or ${any('company_articles')}
    where ${which}`)
}
