import { sql } from 'drizzle-orm'
import { siteOf } from '../site/site.ts'
import type { Queries } from '../../platform/database/open.ts'
import { type Briefs, notifyNews } from '../briefs/write-briefs.ts'
import { overrideArticles } from '../articles/override-articles.ts'
import { joinByFeed, type SiteEvidence, type SiteJoin } from '../sources/company-site/own-site.ts'
import { notify } from '../../platform/live/topics.ts'
import { trackedCompanyOfSite, type TrackedCompanyIdentity } from '../site/tracked-company.ts'

type Record = { id: number; site: string; website: string; joined_to: number | null }
type Needs = { briefs: Briefs; now: Date }

export async function joinSites(queries: Queries, evidence: SiteEvidence, needs: Needs): Promise<void> {
  const own = await find(queries, sql`tracked_companies.id = ${evidence.trackedCompanyId}`)
  if (!own) return
  const joins = [...evidence.joins, ...(await byFeeds(queries, own, evidence.feeds))]
  for (const { from, evidence: shown } of joins.filter(({ to }) => to.key === own.site)) {
    const other = await find(queries, sql`tracked_companies.site = ${from.key}`)
    if (other) await join(queries, other, own.joined_to ?? own.id, shown, needs)
  }
  const outward = joins.find(({ from }) => from.key === own.site)
  if (outward) {
    const target = await findOrInsert(queries, trackedCompanyOfSite(outward.to), needs.now)
    await join(queries, own, target.joined_to ?? target.id, outward.evidence, needs)
  } else if (own.joined_to !== null) await separate(queries, own, needs)
}

async function find(queries: Queries, which: ReturnType<typeof sql>): Promise<Record | null> {
  const { rows } = await queries.execute<Record>(sql`
    select id, site, website, joined_to from tracked_companies where site is not null and ${which}`)
  return rows[0] ?? null
}

async function findOrInsert(queries: Queries, { site, website, domain, name }: TrackedCompanyIdentity, now: Date) {
  await queries.execute(sql`
    insert into tracked_companies (site, website, domain, name, created_at)
    values (${site}, ${website}, ${domain}, ${name}, ${now}) on conflict (site) do nothing`)
  const found = await find(queries, sql`tracked_companies.site = ${site}`)
  if (!found) throw new Error('the joined site has no tracked company')
  return found
}

async function byFeeds(queries: Queries, own: Record, feeds: string[]): Promise<SiteJoin[]> {
  const site = siteOf(own.website)
  if (!site || feeds.length === 0) return []
  const { rows } = await queries.execute<{ website: string; feed: string }>(sql`
    select tracked_companies.website, fact.value as feed from tracked_company_facts fact
    join tracked_companies on tracked_companies.id = fact.tracked_company_id
    where fact.kind = 'feed' and fact.value = any(${sql.param(feeds)}::text[]) and fact.tracked_company_id <> ${own.id}
    order by tracked_companies.id limit 20`)
  return rows.flatMap(({ website, feed }) => {
    const other = siteOf(website)
    return (other && joinByFeed(site, other, feed)) ?? []
  })
}

async function join(
  queries: Queries,
  from: Record,
  to: number,
  evidence: SiteJoin['evidence'],
  { briefs, now }: Needs,
): Promise<void> {
  if (from.id === to) return
  await queries.execute(sql`
    select id from tracked_companies where id in (${from.id}, ${to}) order by id for no key update`)
  await queries.execute(sql`
    update tracked_companies set joined_to = ${to}, join_evidence = ${evidence} where id = ${from.id} or joined_to = ${from.id}`)
  await keepHistory(queries, from.id)
  await queries.execute(sql`
    insert into watches (tracked_company_id, source, kind, every_seconds, next_at)
    select ${to}, source, kind, every_seconds, ${now}::timestamptz from watches
    where tracked_company_id = ${from.id} and company_id is null and url is null on conflict do nothing`)
  // Only discovery keeps running for this site, to notice when it no longer leads to the other one.
  await queries.execute(sql`
    delete from watches where tracked_company_id = ${from.id} and kind <> 'discover'`)
  await move(queries, sql`tracked_company_id = ${from.id}`, to, { briefs, now })
}

/**
 * Earlier articles stay with the users who tracked that site and don't move to the other one, because whoever controls
 * a site can redirect it anywhere.
 */
async function keepHistory(queries: Queries, trackedCompanyId: number): Promise<void> {
  const { rows } = await queries.execute<{ company_id: number }>(sql`
    with kept as (
      insert into company_articles (user_id, company_id, article_id, published_at, linked_at, source, via_kind, evidence, is_primary)
      select companies.user_id, companies.id, link.article_id, link.published_at, link.linked_at, link.source, 'former-site',
        link.evidence, link.is_primary
      from tracked_company_articles link join companies on companies.tracked_company_id = link.tracked_company_id
      where link.tracked_company_id = ${trackedCompanyId}
      on conflict do nothing returning company_id)
    select distinct company_id from kept order by 1`)
  await overrideArticles(queries).beginOverrides(rows.map((row) => row.company_id))
}

async function separate(queries: Queries, own: Record, needs: Needs): Promise<void> {
  await queries.execute(sql`
    insert into watches (tracked_company_id, source, kind, every_seconds, next_at)
    select ${own.id}, source, kind, every_seconds, ${needs.now}::timestamptz from watches
    where tracked_company_id = ${own.joined_to} and company_id is null and url is null on conflict do nothing`)
  await queries.execute(sql`
    update tracked_companies set joined_to = null, join_evidence = null where id = ${own.id}`)
  await move(queries, sql`site_tracked_company_id = ${own.id}`, own.id, needs)
}

async function move(
  queries: Queries,
  condition: ReturnType<typeof sql>,
  to: number,
  { briefs, now }: Needs,
): Promise<void> {
  const { rows } = await queries.execute<{ id: number; has_overrides: boolean }>(sql`
    update companies set tracked_company_id = ${to} where ${condition} and tracked_company_id is distinct from ${to}
    returning id, has_overrides`)
  if (rows.length === 0) return
  await briefs.rewriteOverrides(
    queries,
    rows.filter((row) => row.has_overrides).map(({ id }) => id),
    now,
  )
  await notifyNews(queries, await briefs.headlines(queries, { trackedCompanyIds: [to], companyIds: [] }, now))
  await notify(queries, 'tidings_polled', [to])
}
