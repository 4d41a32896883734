import { sql, type SQL } from 'drizzle-orm'
import type { Certainty, Fact } from '#domain/news/facts.ts'
import type { EventType, Section } from '#domain/taxonomy.ts'
import type { BriefArticle, CurateTask } from '../engine/curate.ts'
import type { Queries } from '../../platform/database/open.ts'
import { COMPANY_SITE } from '../sources/company-site/company-site.ts'
import { MAX_STORY_ARTICLES, visibleArticles } from '../read/visible-articles.ts'
import { idsOf, ownerOf, type BriefOwner, type OwnerRow } from './brief-store.ts'

/** More than the number of stories in a brief, because some articles report the same story. */
const MOST = 24
const LONGEST_TEXT = 6000

export type BriefTask = CurateTask & { owner: BriefOwner; earlierArticles: BriefArticle[] }

type Loaded = { texts: boolean; earlier: boolean }

export async function briefTasks(queries: Queries, owners: BriefOwner[], loaded: Loaded): Promise<BriefTask[]> {
  const { trackedCompanyIds, companyIds } = idsOf(owners)
  const columns = loaded.texts
    ? sql`case when newest.place <= ${MOST} then left(articles.text, ${LONGEST_TEXT}) else '' end as text, articles.facts`
    : sql`'' as text, '{}'::jsonb as facts`
  const limit = loaded.earlier ? MAX_STORY_ARTICLES : MOST
  return [
    ...(trackedCompanyIds.length > 0
      ? await tasksOf(queries, ofTrackedCompanies(trackedCompanyIds, columns, limit))
      : []),
    ...(companyIds.length > 0 ? await tasksOf(queries, ofCompanies(companyIds, columns, limit)) : []),
  ]
}

const ofTrackedCompanies = (ids: number[], columns: SQL, limit: number) => sql`
  select tracked_companies.id as tracked_company_id, null as company_id, null as user_id, tracked_companies.name as company,
    array(${namesFound(sql`tracked_companies.id`)}) as other_names, newest.*, false as is_shared, articles.url, articles.title,
    articles.publisher, articles.precision, articles.kind, articles.same_as, articles.section, ${columns}
  from tracked_companies
  cross join lateral (
    select link.article_id as id, link.published_at, link.event_type, link.certainty, link.weight, link.extracted_facts,
      link.denied, link.source,
      link.story_id, coalesce(link.cluster_id, link.story_id, link.article_id) as cluster, link.is_primary,
      row_number() over (order by link.published_at desc, link.article_id desc) as place
    from tracked_company_articles link where link.tracked_company_id = tracked_companies.id
    order by link.published_at desc, link.article_id desc limit ${limit}) as newest
  join articles on articles.id = newest.id
  where tracked_companies.id = any(${sql.param(ids)}::int[])
  order by newest.published_at desc, newest.id desc`

const ofCompanies = (ids: number[], columns: SQL, limit: number) => sql`
  select null as tracked_company_id, companies.id as company_id, companies.user_id, companies.name as company,
    array(${namesFound(sql`companies.tracked_company_id`)} union
      select alias from company_aliases own where own.company_id = companies.id and own.user_id = companies.user_id
    ) as other_names, newest.*, not newest.is_own as is_shared, ${columns} from companies
  cross join lateral (
    select seen.*, row_number() over (order by seen.published_at desc, seen.id desc) as place
    from (${visibleArticles(limit)}) as seen) as newest join articles on articles.id = newest.id
  where companies.has_overrides and companies.id = any(${sql.param(ids)}::int[])
  order by newest.published_at desc, newest.id desc`

const namesFound = (trackedCompanyId: SQL) =>
  sql`select value from tracked_company_facts where tracked_company_id = ${trackedCompanyId} and kind = 'name'`

type Row = OwnerRow & {
  company: string
  other_names: string[]
  id: string
  url: string
  title: string
  text: string
  publisher: string | null
  published_at: string
  precision: BriefArticle['precision']
  kind: string
  facts: Record<string, unknown>
  source: string
  story_id: string | null
  cluster: string
  is_shared: boolean
  place: string
  same_as: string | null
  is_primary: boolean
  section: Section | null
  event_type: EventType | null
  certainty: Certainty
  weight: number
  extracted_facts: Fact[] | null
  denied: EventType[]
}

async function tasksOf(queries: Queries, query: SQL): Promise<BriefTask[]> {
  const { rows } = await queries.execute<Row>(query)
  return [...Map.groupBy(rows, (row) => row.company_id ?? row.tracked_company_id).values()].flatMap((own) =>
    own.slice(0, 1).flatMap((first) =>
      ownerOf(first).map((owner) => ({
        owner,
        company: first.company,
        otherNames: first.other_names,
        briefArticles: briefArticles(own.filter(isForBrief)),
        earlierArticles: briefArticles(own.filter((row) => !isForBrief(row))),
      })),
    ),
  )
}

const isForBrief = ({ place }: Row) => Number(place) <= MOST

function briefArticles(rows: Row[]): BriefArticle[] {
  const clusters = new Set(rows.flatMap((row) => (row.cluster === row.id ? [] : row.cluster)))
  const ids = new Set(rows.map(({ id }) => id))
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    title: row.title,
    text: row.text,
    // On the company's own site, the publisher is the company itself, which is already named.
    publisher: row.source === COMPANY_SITE ? null : row.publisher,
    publishedAt: new Date(row.published_at).toISOString(),
    kind: row.kind,
    facts: row.facts,
    isPrimary: row.is_primary,
    isOwn: row.source === COMPANY_SITE,
    // An article that was never classified may still join a story.
    story: row.story_id ?? (clusters.has(row.id) || row.event_type !== null ? row.id : null),
    cluster: row.cluster,
    isShared: row.is_shared,
    sameAs: row.same_as !== null && ids.has(row.same_as) ? row.same_as : null,
    precision: row.precision,
    classified:
      row.event_type === null
        ? null
        : {
            section: row.section,
            weight: row.weight,
            eventType: row.event_type,
            certainty: row.certainty,
            extractedFacts: row.extracted_facts ?? [],
            denied: row.denied,
          },
  }))
}
