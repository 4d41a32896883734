import { sql } from 'drizzle-orm'
import { siteOf } from '../../curate/site/site.ts'
import type { Queries } from '../../database/open.ts'
import type { Briefs } from '../briefs/write-briefs.ts'
import { tellNews } from '../briefs/tell-news.ts'
import { SITE } from '../look.ts'
import { ownFinds, VIA_FORMER_SITE } from '../own-view/own-finds.ts'
import { joinByFeed, type SiteJoin } from '../site/own-site.ts'
import { tell } from '../tell.ts'
import { subjectOfSite, type SubjectKey } from './subject.ts'

/** What a survey saw that shows which other sites are the same company's. */
export type SiteEvidence = { subjectId: number; joins: SiteJoin[]; feeds: string[] }

type Record = { id: number; key: string; website: string; joined_to: number | null }
type Needs = { briefs: Briefs; now: Date }

/** Sites that a survey has shown to be one company's are read as one from now on, and as two again when it shows so no more. */
export async function joinSites(queries: Queries, evidence: SiteEvidence, needs: Needs): Promise<void> {
  const own = await find(queries, sql`subjects.id = ${evidence.subjectId}`)
  if (!own) return
  const joins = [...evidence.joins, ...(await byFeeds(queries, own, evidence.feeds))]
  for (const { from, evidence: shown } of joins.filter(({ to }) => to.key === own.key)) {
    const other = await find(queries, sql`subjects.key = ${from.key}`)
    if (other) await join(queries, other, own.joined_to ?? own.id, shown, needs)
  }
  const outward = joins.find(({ from }) => from.key === own.key)
  if (outward) {
    const target = await findOrMake(queries, subjectOfSite(outward.to), needs.now)
    await join(queries, own, target.joined_to ?? target.id, outward.evidence, needs)
  } else if (own.joined_to !== null) await part(queries, own, needs)
}

async function find(queries: Queries, which: ReturnType<typeof sql>): Promise<Record | null> {
  const { rows } = await queries.execute<Record>(sql`
    select id, key, website, joined_to from subjects where website is not null and ${which}`)
  return rows[0] ?? null
}

async function findOrMake(queries: Queries, { key, website, domain, name }: SubjectKey, now: Date) {
  await queries.execute(sql`
    insert into subjects (key, website, domain, name, created_at)
    values (${key}, ${website}, ${domain}, ${name}, ${now}) on conflict (key) do nothing`)
  const found = await find(queries, sql`subjects.key = ${key}`)
  if (!found) throw new Error('a site that was joined has no record')
  return found
}

async function byFeeds(queries: Queries, own: Record, feeds: string[]): Promise<SiteJoin[]> {
  const site = siteOf(own.website)
  if (!site || feeds.length === 0) return []
  const { rows } = await queries.execute<{ website: string; feed: string }>(sql`
    select subjects.website, fact.value as feed from subject_facts fact
    join subjects on subjects.id = fact.subject_id
    where fact.kind = 'feed' and fact.value = any(${sql.param(feeds)}::text[]) and fact.subject_id <> ${own.id}
    order by subjects.id limit 20`)
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
    select id from subjects where id in (${from.id}, ${to}) order by id for no key update`)
  await queries.execute(sql`
    update subjects set joined_to = ${to}, join_evidence = ${evidence} where id = ${from.id} or joined_to = ${from.id}`)
  await keepHistory(queries, from.id)
  await queries.execute(sql`
    insert into watches (subject_id, source, every_seconds, next_at)
    select ${to}, source, every_seconds, ${now}::timestamptz from watches
    where subject_id = ${from.id} and company_id is null and address = '' on conflict do nothing`)
  // Only whether it still leads there is asked from now on.
  await queries.execute(sql`
    delete from watches where subject_id = ${from.id} and not (source = ${SITE} and address = '')`)
  await move(queries, sql`subject_id = ${from.id}`, to, { briefs, now })
}

/**
 * What was found before stays with those who tracked that site. It does not become the other site's, whose owner
 * never agreed to anything: whoever controls a site can make it lead anywhere.
 */
async function keepHistory(queries: Queries, subjectId: number): Promise<void> {
  const { rows } = await queries.execute<{ company_id: number }>(sql`
    with kept as (
      insert into company_articles (user_id, company_id, article_id, published_at, source, via, evidence, is_primary)
      select companies.user_id, companies.id, link.article_id, link.published_at, link.source, ${VIA_FORMER_SITE},
        link.evidence, link.is_primary
      from subject_articles link join companies on companies.subject_id = link.subject_id
      where link.subject_id = ${subjectId} and companies.removed_at is null
      on conflict do nothing returning company_id)
    select distinct company_id from kept order by 1`)
  await ownFinds(queries).beginOwnView(rows.map((row) => row.company_id))
}

async function part(queries: Queries, own: Record, needs: Needs): Promise<void> {
  await queries.execute(sql`
    insert into watches (subject_id, source, every_seconds, next_at)
    select ${own.id}, source, every_seconds, ${needs.now}::timestamptz from watches
    where subject_id = ${own.joined_to} and company_id is null and address = '' on conflict do nothing`)
  await queries.execute(sql`
    update subjects set joined_to = null, join_evidence = null where id = ${own.id}`)
  await move(queries, sql`site_subject_id = ${own.id}`, own.id, needs)
}

async function move(
  queries: Queries,
  whose: ReturnType<typeof sql>,
  to: number,
  { briefs, now }: Needs,
): Promise<void> {
  const { rows } = await queries.execute<{ id: number; has_own_view: boolean }>(sql`
    update companies set subject_id = ${to} where ${whose} and subject_id is distinct from ${to}
    returning id, has_own_view`)
  if (rows.length === 0) return
  await briefs.rewriteOwn(
    queries,
    rows.filter((row) => row.has_own_view).map(({ id }) => id),
    now,
  )
  await tellNews(queries, await briefs.headlines(queries, { subjectIds: [to], companyIds: [] }, now))
  await tell(queries, 'tidings_looked', [to])
}
