import type { Company } from '#domain/companies.ts'
import type { CompanyFilter } from '#domain/company-list.ts'
import {
  NO_STORIES,
  type ExportChoice,
  type ExportedCompany,
  type StoryFigures,
} from '#domain/company-export.ts'
import { exportFileName, type ExportFormat } from '#domain/export-file.ts'
import type { Database } from '../../database/open.ts'
import type { Clock } from '../../ports.ts'
import { listCompanies } from '../list.ts'
import { csvFile } from './csv-file.ts'
import { jsonFile } from './json-file.ts'
import { newsOf } from './news-of.ts'
import { xlsxFile } from './xlsx-file.ts'

// Large enough that an order without an index is read few times over, small enough to be no pause for others.
const PAGE = 1000

type Pages = AsyncGenerator<ExportedCompany[]>
type ExportedFile = { name: string; mediaType: string; body: ReadableStream<Uint8Array> }

type Needs = {
  database: Database
  clock: Clock
  /** What is known of these companies' stories; those without any are not in it. */
  storyFigures: (userId: string, companyIds: number[]) => Promise<Map<number, StoryFigures>>
}

export type PortfolioExports = ReturnType<typeof createPortfolioExports>

/** The portfolio as a file, made while it is sent: no more than a page of it is held at a time. */
export function createPortfolioExports({ database, clock, storyFigures }: Needs) {
  /** Each page is a transaction of its own, so that a slow reader keeps none open. */
  async function* read(userId: string, filter: CompanyFilter, ids?: number[]): Pages {
    const wanted = ids && new Set(ids)
    let cursor: string | null | undefined
    while (cursor !== null && wanted?.size !== 0) {
      const page = { limit: PAGE, ...(cursor && { cursor }) }
      const { rows, news, next } = await database.asUser(userId, async (queries) => {
        const list = await listCompanies(queries, userId, filter, page)
        const chosen = wanted ? list.rows.filter(({ id }) => wanted.delete(id)) : list.rows
        return { rows: chosen, news: await newsOf(queries, userId, idsOf(chosen)), next: list.next }
      })
      const stories = await storyFigures(userId, idsOf(rows))
      if (rows.length > 0) yield rows.map((row) => exported(row, news.get(row.id), stories.get(row.id)))
      cursor = next
    }
  }

  return {
    async file(userId: string, { format, ids, ...filter }: ExportChoice): Promise<ExportedFile> {
      const now = clock()
      // What can be refused is refused before the answer has begun.
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
  news: ExportedCompany['news'] = { items: 0, latestAt: null },
  stories: StoryFigures = NO_STORIES,
): ExportedCompany => ({ name, website, category, stage, investmentDate, createdAt, sample, news, stories })

const idsOf = (companies: Company[]) => companies.map(({ id }) => id)
