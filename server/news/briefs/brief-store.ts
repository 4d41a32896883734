import { sql, type SQL } from 'drizzle-orm'
import type { BriefSection, NewsSource } from '#domain/news/briefs.ts'
import type { Classification } from '../engine/classify-article.ts'
import type { WrittenBrief } from '../engine/curate.ts'
import type { EarlierBrief } from '../engine/headline-brief.ts'
import type { JoinedArticle } from '../engine/join-stories.ts'
import type { Queries } from '../../platform/database/open.ts'

/** Everyone who tracks a company shares its brief, except users with overrides, who have their own. */
export type BriefOwner = { kind: 'tracked-company'; id: number } | { kind: 'company'; id: number; userId: string }

export const keyOf = ({ kind, id }: BriefOwner) => `${kind} ${id}`

export type OwnedBrief = WrittenBrief & { owner: BriefOwner }
/** What an article says about one company. */
export type ClassifiedLink = Classification & { id: string; trackedCompanyId: number | null; companyId: number | null }

export const briefStore = (queries: Queries) => ({
  /** Skips articles that another writer has locked; the backlog job classifies them later. */
  async saveClassified(classified: ClassifiedLink[]): Promise<void> {
    if (classified.length === 0) return
    const column = <Value>(pick: (link: ClassifiedLink) => Value) => sql.param(classified.map(pick))
    const set = sql`set event_type = new.event_type, certainty = new.certainty, statements = new.statements,
      weight = new.weight, direction = new.direction, extracted_facts = new.extracted_facts, denied = new.denied`
    const from = sql`from new join free on free.id = new.id`
    await queries.execute(sql`
      with free as (
        select id from articles where id = any(${column(({ id }) => id)}::bigint[])
        order by id for no key update skip locked),
      new as (
        select * from unnest(${column(({ id }) => id)}::bigint[], ${column((link) => link.trackedCompanyId)}::int[],
          ${column((link) => link.companyId)}::int[], ${column((link) => link.section)}::text[],
          ${column((link) => link.eventType)}::text[], ${column((link) => link.certainty)}::text[],
          ${column((link) => JSON.stringify(link.statements))}::jsonb[],
          ${column((link) => link.weight)}::real[],
          ${column((link) => link.direction)}::text[], ${column((link) => JSON.stringify(link.extractedFacts))}::jsonb[],
          ${column((link) => JSON.stringify(link.denied))}::jsonb[], ${column((link) => link.modelReads)}::text[])
          as new (id, tracked_company_id, company_id, section, event_type, certainty, statements, weight, direction,
            extracted_facts, denied, model_reads)),
      placed as (
        update articles set section = new.section, is_classified = true from new join free on free.id = new.id
        where articles.id = new.id and not is_classified),
      own as (
        update company_articles link ${set} ${from} where link.company_id = new.company_id and link.article_id = new.id)
      update tracked_company_articles link ${set}, model_reads = new.model_reads ${from}
      where link.tracked_company_id = new.tracked_company_id and link.article_id = new.id`)
  },

  /** Updates only the owner's own links: shared articles already have their story from the tracked company. */
  async saveStories(owner: BriefOwner, joined: JoinedArticle[]): Promise<void> {
    if (joined.length === 0) return
    const links = owner.kind === 'company' ? sql`company_articles` : sql`tracked_company_articles`
    const column = (name: keyof JoinedArticle) => sql`${sql.param(joined.map((each) => each[name]))}::bigint[]`
    await queries.execute(sql`
      update ${links} link set story_id = nullif(new.story, new.id), cluster_id = nullif(new.cluster, new.story)
      from unnest(${column('id')}, ${column('story')}, ${column('cluster')}) as new (id, story, cluster)
      where ${belongsTo(owner)} and link.article_id = new.id`)
  },

  /** Each owner's newest brief that isn't just headlines, by the owner's key. */
  async written(owners: BriefOwner[]): Promise<Map<string, EarlierBrief>> {
    const { trackedCompanyIds, companyIds } = idsOf(owners)
    const newest = (column: SQL, ids: number[]) => sql`
      select tracked_company_id, company_id, user_id, body, sources, published_at
      from unnest(${sql.param(ids)}::int[]) as asked (id) cross join lateral (
        select * from briefs where ${column} = asked.id and status <> 'headlines'
        order by published_at desc, id desc limit 1) as newest`
    const { rows } = await queries.execute<
      OwnerRow & { body: BriefSection[]; sources: NewsSource[]; published_at: string }
    >(sql`${newest(sql`tracked_company_id`, trackedCompanyIds)} union all ${newest(sql`company_id`, companyIds)}`)
    return new Map(
      rows.flatMap((row) =>
        ownerOf(row).map((owner): [string, EarlierBrief] => [
          keyOf(owner),
          { sections: row.body, sources: row.sources, publishedAt: new Date(row.published_at).toISOString() },
        ]),
      ),
    )
  },

  async removeHeadlines(owners: BriefOwner[]): Promise<void> {
    const { trackedCompanyIds, companyIds } = idsOf(owners)
    await queries.execute(sql`
      delete from briefs where status = 'headlines' and (
        tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[]) or company_id = any(${sql.param(companyIds)}::int[]))`)
  },

  /** A brief replaces an earlier one with the same publication time. Returns the owners whose brief has changed. */
  async save(briefs: OwnedBrief[], now: Date): Promise<BriefOwner[]> {
    const saved: BriefOwner[] = []
    for (const own of Map.groupBy(briefs, ({ owner }) => owner.kind).values())
      saved.push(...(await saveOfKind(queries, own, now)))
    return saved
  },
})

/** Takes one kind of owner at a time, because the planner uses the index on owner and time only for a single column. */
async function saveOfKind(queries: Queries, briefs: OwnedBrief[], now: Date): Promise<BriefOwner[]> {
  const column = <Value>(pick: (brief: OwnedBrief) => Value) => sql.param(briefs.map(pick))
  const isShared = briefs[0]?.owner.kind === 'tracked-company'
  const isSame = (old: SQL) => sql`${old}.published_at = new.published_at
    and ${isShared ? sql`${old}.tracked_company_id = new.tracked_company_id` : sql`${old}.company_id = new.company_id`}`
  const { rows } = await queries.execute<OwnerRow>(sql`
    with new as (
      select * from unnest(${column(({ owner }) => (owner.kind === 'tracked-company' ? owner.id : null))}::int[],
        ${column(({ owner }) => (owner.kind === 'company' ? owner.id : null))}::int[],
        ${column(({ owner }) => (owner.kind === 'company' ? owner.userId : null))}::uuid[],
        ${column((brief) => brief.status)}::text[], ${column((brief) => JSON.stringify(brief.sections))}::jsonb[],
        ${column((brief) => JSON.stringify(brief.sources))}::jsonb[], ${column((brief) => brief.verified)}::int[],
        ${column((brief) => brief.publishedAt)}::timestamptz[])
        as new (tracked_company_id, company_id, user_id, status, body, sources, verified, published_at)
      where not exists (select from briefs old where ${isSame(sql`old`)} and old.body = new.body)),
    replaced as (delete from briefs using new where ${isSame(sql`briefs`)})
    insert into briefs (tracked_company_id, company_id, user_id, status, body, sources, verified, published_at, created_at)
    select new.*, ${now}::timestamptz from new returning tracked_company_id, company_id, user_id`)
  return rows.flatMap(ownerOf)
}

export type OwnerRow = { tracked_company_id: number | null; company_id: number | null; user_id: string | null }

export function ownerOf({ tracked_company_id, company_id, user_id }: OwnerRow): BriefOwner[] {
  if (tracked_company_id !== null) return [{ kind: 'tracked-company', id: tracked_company_id }]
  return company_id !== null && user_id !== null ? [{ kind: 'company', id: company_id, userId: user_id }] : []
}

export type OwnerIds = { trackedCompanyIds: number[]; companyIds: number[] }

export const idsOf = (owners: BriefOwner[]): OwnerIds => ({
  trackedCompanyIds: owners.flatMap(({ kind, id }) => (kind === 'tracked-company' ? [id] : [])),
  companyIds: owners.flatMap(({ kind, id }) => (kind === 'company' ? [id] : [])),
})

export async function ownersOf(queries: Queries, { trackedCompanyIds, companyIds }: OwnerIds): Promise<BriefOwner[]> {
  if (trackedCompanyIds.length === 0 && companyIds.length === 0) return []
  const { rows } = await queries.execute<OwnerRow>(sql`
    select null as tracked_company_id, id as company_id, user_id from companies where has_overrides
      and (tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[]) or id = any(${sql.param(companyIds)}::int[]))`)
  const trackedCompanies = trackedCompanyIds.map((id): BriefOwner => ({ kind: 'tracked-company', id }))
  return [...trackedCompanies, ...rows.flatMap(ownerOf)]
}

const belongsTo = (owner: BriefOwner) =>
  owner.kind === 'company'
    ? sql`company_id = ${owner.id} and user_id = ${owner.userId}`
    : sql`tracked_company_id = ${owner.id}`
