import type { Company, CompanyFilter } from '#domain/companies/company.ts'
import { NO_STORIES, type ExportChoice, type ExportedCompany, type StoryStats } from '#domain/companies/export.ts'
import { exportFileName, type ExportFormat } from '#domain/companies/files.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import type { Clock } from '#domain/time.ts'
import { listCompanies } from '../list.ts'
import { positionStore } from '../positions/store.ts'
import type { Position, PositionContent } from '#domain/companies/positions/position.ts'
import { csvFile, jsonFile, xlsxFile } from './formats.ts'
import { sql } from 'drizzle-orm'

// Large enough to be efficient for sorts without an index, small enough not to block other requests.
const PAGE = 1000

type Pages = AsyncGenerator<ExportedCompany[]>
type ExportedFile = { name: string; mediaType: string; body: ReadableStream<Uint8Array> }

type Needs = {
  database: Database
  clock: Clock
  /** The result omits companies without stories. */
  storyCounts: (userId: string, companyIds: number[]) => Promise<Map<number, StoryStats>>
}

export type PortfolioExports = ReturnType<typeof createPortfolioExports>

/** Exports are streamed, with at most one page in memory. */
export function createPortfolioExports({ database, clock, storyCounts }: Needs) {
  /** Each page has its own transaction, so that a slow download doesn't keep one open. */
  async function* read(userId: string, filter: CompanyFilter, ids?: number[]): Pages {
    const wanted = ids && new Set(ids)
    let cursor: string | null | undefined
    while (cursor !== null && wanted?.size !== 0) {
      const page = { limit: PAGE, ...(cursor && { cursor }) }
      const { rows, news, positions, next } = await database.readAsUser(userId, async (queries) => {
        const list = await listCompanies(queries, userId, filter, page)
        const chosen = wanted ? list.rows.filter(({ id }) => wanted.has(id)) : list.rows
        const chosenIds = idsOf(chosen)
        return {
          rows: chosen,
          news: await newsOf(queries, userId, chosenIds),
          positions: await positionStore(queries).list(userId, chosenIds),
          next: list.next,
        }
      })
      for (const { id } of rows) wanted?.delete(id)
      const stories = await storyCounts(userId, idsOf(rows))
      const held = Map.groupBy(positions, ({ companyId }) => companyId)
      if (rows.length > 0)
        yield rows.map((row) => exported(row, held.get(row.id) ?? [], news.get(row.id), stories.get(row.id)))
      cursor = next
    }
  }

  return {
    async file(userId: string, { format, ids, ...filter }: ExportChoice): Promise<ExportedFile> {
      const now = clock()
      // Reads the first page now, so that errors occur before the response starts.
      const pages = await begun(read(userId, filter, ids))
      return {
        name: exportFileName(format, now),
        mediaType: MEDIA_TYPES[format],
        body: ReadableStream.from(write(format, pages, now)),
      }
    },
  }
}

const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

function write(format: ExportFormat, pages: Pages, now: Date): AsyncIterable<Uint8Array> {
  if (format === 'csv') return csvFile(pages)
  return format === 'xlsx' ? xlsxFile(pages) : jsonFile(pages, now)
}

async function begun(pages: Pages): Promise<Pages> {
  const first = await pages.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* pages
  })()
}

const exported = (
  { name, website, category, stage, investmentDate, createdAt, sample }: Company,
  positions: Position[],
  news: ExportedCompany['news'] = { items: 0, latestAt: null },
  stories: StoryStats = NO_STORIES,
): ExportedCompany => ({
  name,
  website,
  category,
  stage,
  investmentDate,
  createdAt,
  sample,
  news,
  stories,
  positions: positions.map(contentOf),
})

const contentOf = ({
  id: _id,
  companyId: _companyId,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...content
}: Position): PositionContent => content

const idsOf = (companies: Company[]) => companies.map(({ id }) => id)

async function newsOf(
  queries: Queries,
  userId: string,
  companyIds: number[],
): Promise<Map<number, ExportedCompany['news']>> {
  if (companyIds.length === 0) return new Map()
  const { rows } = await queries.execute<{ id: number; items: number; latest_at: string | null }>(sql`
    select companies.id, count(briefs.id)::int as items, max(briefs.published_at) as latest_at from companies
    join briefs on (briefs.company_id = companies.id and briefs.user_id = ${userId}) or (briefs.tracked_company_id = companies.tracked_company_id and not companies.has_overrides)
    where companies.user_id = ${userId} and companies.id = any(${sql.param(companyIds)}::int[])
    group by companies.id`)
  return new Map(
    rows.map(({ id, items, latest_at: latestAt }) => [
      id,
      { items, latestAt: latestAt === null ? null : new Date(latestAt).toISOString() },
    ]),
  )
}
