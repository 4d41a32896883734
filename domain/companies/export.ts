import { z } from 'zod'
import { CompanyFilter } from './company.ts'
import { EXPORT_FORMATS, type ExportFormat } from './files.ts'
import { SECTIONS, TIMELINE_TYPES } from '../taxonomy.ts'
import { PositionFields, type PositionContent } from './positions/position.ts'
import { MAX_ROW_ID } from '../row-id.ts'

const FORMAT_INVALID = 'Format must be csv, xlsx or json'
const IDS_INVALID = 'Companies must be chosen by their ids, at most 10,000 of them'
const MAX_IDS = 10_000

const format = z.enum(EXPORT_FORMATS, FORMAT_INVALID)
const id = z.number(IDS_INVALID).int(IDS_INVALID).min(1, IDS_INVALID).max(MAX_ROW_ID, IDS_INVALID)
const ids = z.array(id, IDS_INVALID).min(1, IDS_INVALID).max(MAX_IDS, IDS_INVALID)

export const ExportQuery = CompanyFilter.extend({
  format,
  ids: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10})*$/, IDS_INVALID)
    .transform((list) => list.split(',').map(Number))
    .pipe(ids)
    .optional(),
})

/** For selections too long for a URL. */
export const ExportSelection = CompanyFilter.extend({ format, ids })

export type ExportChoice = CompanyFilter & { format: ExportFormat; ids?: number[] | undefined }

export const StoryStats = z.object({
  last30Days: z.number(),
  last90Days: z.number(),
  lastAt: z.string().nullable(),
  lastTitle: z.string().nullable(),
  lastEvent: z.enum(TIMELINE_TYPES).nullable(),
  mainSection: z.enum(SECTIONS).nullable(),
  quietSince: z.string().nullable(),
})
export type StoryStats = z.infer<typeof StoryStats>

export const NO_STORIES: StoryStats = {
  last30Days: 0,
  last90Days: 0,
  lastAt: null,
  lastTitle: null,
  lastEvent: null,
  mainSection: null,
  quietSince: null,
}

export const ExportedCompany = z.object({
  name: z.string(),
  website: z.string().nullable(),
  category: z.string().nullable(),
  stage: z.string().nullable(),
  investmentDate: z.string().nullable(),
  createdAt: z.string(),
  sample: z.boolean(),
  news: z.object({ items: z.number(), latestAt: z.string().nullable() }),
  stories: StoryStats,
  positions: z.array(PositionFields),
})
export type ExportedCompany = z.infer<typeof ExportedCompany>

export const PortfolioExport = z.object({
  exportedAt: z.string(),
  companies: z.array(ExportedCompany),
})
export type PortfolioExport = z.infer<typeof PortfolioExport>

/** The first five are import headers, so that an export can be uploaded again. */
export const COMPANY_COLUMNS = [
  'Company',
  'Website',
  'Category',
  'Stage',
  'Date Invested',
  'Added',
  'Latest News',
  'News Items',
  'Stories, 30 Days',
  'Stories, 90 Days',
  'Last Story',
  'Last Story Title',
  'Last Event',
  'Main Section',
  'Quiet Since',
  'Sample',
] as const

/** A company with several positions has a row for each. */
export const POSITION_COLUMNS = [
  'Position',
  'Position Date',
  'Amount',
  'Currency',
  'Instrument',
  'Round',
  'Valuation',
  'Valuation Basis',
  'Position Notes',
] as const

export const EXPORT_COLUMNS = [...COMPANY_COLUMNS, ...POSITION_COLUMNS] as const

export type ExportCell = string | number

/** Later rows name only the company and its website, so that nothing is counted twice in a spreadsheet. */
export function exportRows(company: ExportedCompany): ExportCell[][] {
  const [first, ...others] = company.positions
  const rest = COMPANY_COLUMNS.slice(2).map(() => '')
  return [
    [...companyCells(company), ...positionCells(first)],
    ...others.map((position) => [company.name, company.website ?? '', ...rest, ...positionCells(position)]),
  ]
}

// Amounts have at most fifteen digits, which a double holds exactly.
const positionCells = (position: PositionContent | undefined): ExportCell[] =>
  position === undefined
    ? POSITION_COLUMNS.map(() => '')
    : [
        position.kind,
        position.date ?? '',
        Number(position.amount),
        position.currency,
        position.instrument ?? '',
        position.round ?? '',
        position.valuation === null ? '' : Number(position.valuation),
        position.valuationBasis ?? '',
        position.notes ?? '',
      ]

function companyCells(company: ExportedCompany): ExportCell[] {
  const { stories } = company
  return [
    company.name,
    company.website ?? '',
    company.category ?? '',
    company.stage ?? '',
    company.investmentDate ?? '',
    day(company.createdAt),
    day(company.news.latestAt),
    company.news.items,
    stories.last30Days,
    stories.last90Days,
    day(stories.lastAt),
    stories.lastTitle ?? '',
    stories.lastEvent ?? '',
    stories.mainSection ?? '',
    day(stories.quietSince),
    company.sample ? 'Yes' : '',
  ]
}

const day = (moment: string | null) => moment?.slice(0, 'YYYY-MM-DD'.length) ?? ''
