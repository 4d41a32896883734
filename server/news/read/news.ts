import type { Companies } from '../../companies/companies.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { refreshes } from '../../platform/database/schema/tracked-companies.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import { briefText, sentenceCount } from '#domain/news/brief-text.ts'
import type {
  Brief,
  BriefSection,
  CompanyWithNews,
  FeedQuery,
  JoinedNews,
  LatestQuery,
  News,
  PublishedBrief,
} from '#domain/news/briefs.ts'
import { briefs } from '../../platform/database/schema/briefs.ts'
import { isUnreadableValue } from '../../platform/database/errors.ts'
import { isoInstant } from '../../platform/database/instants.ts'
import { plannedOnce } from '../../platform/database/planned-statements.ts'
import { invalidCursor } from '../../platform/http/route.ts'
import {
  feedOrder,
  isAfter,
  isAfterLatest,
  isChosen,
  readFeedPage,
  readLatestCursor,
  snapshotOf,
  writeFeedCursor,
  writeLatestCursor,
  type FeedPosition,
  type FeedSelection,
  type LatestPosition,
} from './feed-page.ts'

/** Rows are serialized while the response is sent, because doing thousands at once would block every other request. */
type FeedPage = { rows: Iterable<string>; next: string | null }
type LatestPage = { news: JoinedNews[]; next: string | null }

export type NewsReader = ReturnType<typeof createNews>

export function createNews({ database, companies }: { database: Database; companies: Companies }) {
  return {
    async ofCompany(userId: string, companyId: number) {
      await companies.get(userId, companyId)
      return database.asUser(userId, (queries) => newsStore(queries).listOfCompany(userId, companyId))
    },
    latest: async (userId: string, { limit, cursor }: LatestQuery): Promise<LatestPage> => {
      const after = cursor === undefined ? undefined : readLatestCursor(cursor)
      return database
        .readAsUser(userId, (queries) => newsStore(queries).latest(userId, limit, after))
        .catch(asInvalidCursor(after))
    },
    export: async (userId: string): Promise<Record<string, object[]>> => ({
      briefs: await database.asUser(userId, (queries) => newsStore(queries).listAll(userId)),
      refreshes: await database.asUser(userId, (queries) =>
        queries.select().from(refreshes).where(eq(refreshes.userId, userId)),
      ),
    }),

    erase: (queries: Queries, userId: string) => newsStore(queries).removeAll(userId),

    feed: async (userId: string, { company, sort, ...page }: FeedQuery = {}): Promise<FeedPage> => {
      const selection = { ...readFeedPage(page), ...(sort && { sort }), ...(company && { companyIds: company }) }
      return database
        .readAsUser(userId, (queries) => newsStore(queries).feed(userId, selection))
        .catch(asInvalidCursor(selection.after))
    },
  }
}

const asInvalidCursor = (after: object | undefined) => (error: unknown) => {
  throw after && isUnreadableValue(error) ? invalidCursor() : error
}

export const newsStore = (queries: Queries) => ({
  async listOfCompany(userId: string, companyId: number): Promise<News[]> {
    const { rows } = await queries.execute<NewsRow>(plannedOnce`
      select ${asRead}, companies.id as company_id from ${readBy(userId)}, companies
      cross join lateral (${briefsOf(userId, 50)}) as brief
      where companies.id = ${companyId} and companies.user_id = ${userId} and companies.removed_at is null`)
    return rows.map(toNews)
  },

  /** Only the user's own briefs; shared ones aren't personal data. */
  async listAll(userId: string): Promise<object[]> {
    const rows = await queries.select().from(briefs).where(eq(briefs.userId, userId)).orderBy(briefs.id)
    return rows.map(({ search: _search, modelSearch: _modelSearch, ...row }) => ({
      ...row,
      content: briefText(row.body),
      modelContent: row.modelBody && briefText(row.modelBody),
    }))
  },

  async removeAll(userId: string): Promise<void> {
    await queries.delete(briefs).where(eq(briefs.userId, userId))
  },

  /** One brief per company, so that a noisy company can't hide the others. */
  async latest(userId: string, limit: number, after?: LatestPosition): Promise<LatestPage> {
    const { rows } = await queries.execute<LatestRow>(plannedOnce`
      ${withOwned(userId)}
      select ${asRead}, companies.id as company_id, companies.name, companies.website,
        ${snapshotOf({ limit, ...(after && { after }) })} as snapshot_id
      from ${readBy(userId)}, owned as companies
      cross join lateral (${briefsOf(userId, 1, after && sql`id <= ${after.snapshotId}`)}) as brief
      where ${isAfterLatest(after)}
      order by brief.published_at desc, brief.id desc, companies.id desc limit ${limit + 1}`)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      news: page.map((row) => ({ ...toNews(row), companyName: row.name, companyWebsite: row.website })),
      next: rows.length > page.length && last ? writeLatestCursor(latestPositionOf(last, after)) : null,
    }
  },

  /** PostgreSQL returns the rows as JSON: for thousands of companies, serializing them again would be half the work. */
  async feed(userId: string, selection: FeedSelection = {}): Promise<FeedPage> {
    const { limit, after } = selection
    const { rows } = await queries.execute<FeedRow & { snapshot_id: string | null }>(plannedOnce`
      ${withOwned(userId, isChosen(selection))}
      select company_id, name, website, logo_url, added_at, id, body::text as body, sources::text as sources,
        status, verified, model, published_at, created_at, snapshot_id
      from (
        select companies.id as company_id, companies.name, companies.website, companies.logo_url,
          companies.created_at as added_at, ${asRead}, ${snapshotOf(selection)} as snapshot_id
        from ${readBy(userId)}, owned as companies
        left join lateral (${briefsOf(userId, 1, after && sql`id <= ${after.snapshotId}`)}) as brief on true
        where ${isAfter(selection)}
        order by ${feedOrder(selection)}) as ordered
      ${limit === undefined ? sql`` : sql`limit ${limit + 1}`}`)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const next = rows.length > page.length && last ? writeFeedCursor(positionOf(last, after)) : null
    return { rows: page.values().map(toFeedJson), next }
  },

  async newestOf(userId: string, companyIds: number[]): Promise<News[]> {
    const { rows } = await queries.execute<NewsRow>(plannedOnce`
      select ${asRead}, companies.id as company_id from ${readBy(userId)}, companies
      cross join lateral (${briefsOf(userId, 1)}) as brief
      where companies.user_id = ${userId} and companies.removed_at is null
        and companies.id = any(${sql.param(companyIds)}::int[])
      order by brief.published_at desc, companies.created_at desc, companies.id desc`)
    return rows.map(toNews)
  },
})

// Materialized, because the planner would otherwise read everyone's companies to get the first row sooner.
const withOwned = (userId: string, condition: SQL = sql`true`): SQL => sql`
  with owned as materialized (
    select * from companies where companies.user_id = ${userId} and companies.removed_at is null and ${condition})`

/**
 * The newest briefs of a company: the user's own and, unless the company has overrides, those of its tracked company.
 */
export const briefsOf = (userId: string, limit: number, condition: SQL = sql`true`): SQL => sql`
  (select * from briefs
   where briefs.company_id = companies.id and briefs.user_id = ${userId} and ${condition}
   order by published_at desc, id desc limit ${limit})
  union all
  (select * from briefs
   where briefs.tracked_company_id = companies.tracked_company_id and not companies.has_overrides and ${condition}
   order by published_at desc, id desc limit ${limit})
  order by published_at desc, id desc limit ${limit}`

/** Each user decides whether to read text written by a language model. */
export const readBy = (userId: string) => sql`(select uses_model from users where users.id = ${userId}) as reader`

const isModel = sql`(brief.status = 'model' and reader.uses_model)`
const either = (column: string) => {
  const [model, extractive] = [sql.identifier(`model_${column}`), sql.identifier(column)]
  return sql`case when ${isModel} then brief.${model} else brief.${extractive} end as ${extractive}`
}
export const searchAsRead = either('search')
export const asRead = sql`brief.id, ${sql.join(['body', 'sources', 'verified'].map(either), sql`, `)},
  case when brief.status = 'model' and not reader.uses_model then 'extractive' else brief.status end as status,
  case when ${isModel} then brief.model_name end as model, brief.published_at, brief.created_at`

type BriefRow = Omit<Brief, 'sections'> & {
  id: string
  body: BriefSection[]
  verified: number
  model: string | null
  published_at: string
  created_at: string
}
type NewsRow = BriefRow & { company_id: number }
type LatestRow = NewsRow & { name: string; website: string | null; snapshot_id: string | null }
type FeedRow = Omit<BriefRow, 'id' | 'body' | 'sources'> & {
  id: string | null
  body: string
  sources: string
  company_id: number
  name: string
  website: string | null
  logo_url: string | null
  added_at: string
}

const published = ({ body, sources, ...row }: BriefRow): PublishedBrief => ({
  ...withoutParts({ ...row, body }),
  sections: body,
  sources,
})

const withoutParts = (row: Omit<BriefRow, 'sources'>): Omit<PublishedBrief, 'sections' | 'sources'> => ({
  id: Number(row.id),
  status: row.status,
  content: briefText(row.body),
  sentences: row.status === 'headlines' ? 0 : sentenceCount(row.body),
  verified: row.verified,
  model: row.model,
  publishedAt: isoInstant(row.published_at),
  createdAt: isoInstant(row.created_at),
})

const toNews = (row: NewsRow): News => ({ ...published(row), companyId: row.company_id })

const latestPositionOf = (row: LatestRow, after?: LatestPosition): LatestPosition => ({
  publishedAt: row.published_at,
  briefId: Number(row.id),
  companyId: row.company_id,
  snapshotId: after?.snapshotId ?? Number(row.snapshot_id),
})

const positionOf = (row: FeedRow & { snapshot_id: string | null }, after?: FeedPosition): FeedPosition => ({
  publishedAt: row.published_at,
  addedAt: row.added_at,
  companyId: row.company_id,
  snapshotId: after?.snapshotId ?? Number(row.snapshot_id),
})

function toFeedJson({ id, body, sources, ...row }: FeedRow): string {
  const company: Omit<CompanyWithNews, 'latestNews'> = {
    id: row.company_id,
    name: row.name,
    website: row.website,
    logoUrl: row.logo_url,
    createdAt: isoInstant(row.added_at),
    hasNews: id !== null,
  }
  const before = JSON.stringify(company).slice(0, -1)
  if (id === null) return `${before},"latestNews":null}`
  const brief = JSON.stringify(withoutParts({ ...row, id, body: JSON.parse(body) as BriefSection[] })).slice(0, -1)
  return `${before},"latestNews":${brief},"sections":${body},"sources":${sources}}}`
}
