import { sql, type SQL } from 'drizzle-orm'
import type { Fact } from '#domain/news/facts.ts'
import type { EventType, Section } from '#domain/taxonomy.ts'
import type { BriefArticle, CurateTask } from '../engine/curate.ts'
import type { Queries } from '../../platform/database/open.ts'
import { COMPANY_SITE } from '../sources/company-site/company-site.ts'
import { visibleArticles } from '../overrides/visible-articles.ts'
import { idsOf, ownerOf, type BriefOwner, type OwnerRow } from './brief-store.ts'

/** More than a brief has stories, because some articles report the same one. */
const MOST = 24
const LONGEST_TEXT = 6000

export type BriefTask = CurateTask & { owner: BriefOwner }

export async function briefTasks(
  queries: Queries,
  owners: BriefOwner[],
  { withText }: { withText: boolean },
): Promise<BriefTask[]> {
  const { trackedCompanyIds, companyIds } = idsOf(owners)
  const text = withText
    ? sql`left(articles.text, ${LONGEST_TEXT}) as text, articles.facts`
    : sql`'' as text, '{}'::jsonb as facts`
  return [
    ...(trackedCompanyIds.length > 0 ? await tasksOf(queries, ofTrackedCompanies(trackedCompanyIds, text)) : []),
    ...(companyIds.length > 0 ? await tasksOf(queries, ofCompanies(companyIds, text)) : []),
  ]
}

const ofTrackedCompanies = (ids: number[], text: SQL) => sql`
  select tracked_companies.id as tracked_company_id, null as company_id, null as user_id, tracked_companies.name as company,
    array(${namesFound(sql`tracked_companies.id`)}) as other_names, newest.* from tracked_companies
  cross join lateral (
    select ${text}, articles.id, articles.url, articles.title, articles.publisher, articles.published_at, articles.precision, articles.kind,
      articles.same_as, articles.section, link.event_type, link.weight, link.extracted_facts, link.denied, link.source, link.story_id, link.is_primary
    from tracked_company_articles link join articles on articles.id = link.article_id
    where link.tracked_company_id = tracked_companies.id
    order by link.published_at desc, link.article_id desc limit ${MOST}) as newest
  where tracked_companies.id = any(${sql.param(ids)}::int[])`

const ofCompanies = (ids: number[], text: SQL) => sql`
  select null as tracked_company_id, companies.id as company_id, companies.user_id, companies.name as company,
    array(${namesFound(sql`companies.tracked_company_id`)} union
      select alias from company_aliases own where own.company_id = companies.id and own.user_id = companies.user_id
    ) as other_names, seen.*, ${text} from companies
  cross join lateral (${visibleArticles(MOST)}) as seen join articles on articles.id = seen.id
  where companies.has_overrides and companies.id = any(${sql.param(ids)}::int[])
  order by seen.published_at desc, seen.id desc`

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
  same_as: string | null
  is_primary: boolean
  section: Section | null
  event_type: EventType | null
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
        briefArticles: briefArticles(own),
      })),
    ),
  )
}

function briefArticles(rows: Row[]): BriefArticle[] {
  const storyIds = new Set(rows.map((row) => row.story_id))
  const ids = new Set(rows.map(({ id }) => id))
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    title: row.title,
    text: row.text,
    // A company's own site needs no publisher beside the company's name.
    publisher: row.source === COMPANY_SITE ? null : row.publisher,
    publishedAt: new Date(row.published_at).toISOString(),
    kind: row.kind,
    facts: row.facts,
    isPrimary: row.is_primary,
    isOwn: row.source === COMPANY_SITE,
    // An article that was never classified may still join a story.
    story: row.story_id ?? (storyIds.has(row.id) || row.event_type !== null ? row.id : null),
    sameAs: row.same_as !== null && ids.has(row.same_as) ? row.same_as : null,
    precision: row.precision,
    classified:
      row.event_type === null
        ? null
        : {
            section: row.section,
            weight: row.weight,
            eventType: row.event_type,
            extractedFacts: row.extracted_facts ?? [],
            denied: row.denied,
          },
  }))
}
