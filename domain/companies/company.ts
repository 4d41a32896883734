import { z } from 'zod'
import { websiteAddress } from './company-key.ts'
import { COMPANY_NAME_EMPTY } from '../messages.ts'
import { RowId, RowIdText } from '../row-id.ts'

const NAME_REQUIRED = 'Company name is required'
const NAME_TOO_LONG = 'Company name must be at most 200 characters'
export const WEBSITE_REQUIRED = 'Company website is required'
export const WEBSITE_INVALID = 'Must be a valid URL'

const MAX_NAME = 200
const MAX_DETAIL = 100

// PostgreSQL text cannot hold U+0000, and other control characters do not belong in a name.
export const oneLine = (typed: string) => typed.replaceAll(/\p{Cc}+/gu, ' ').trim()

// Spreadsheets leave zero-width characters in cells that look empty.
const isInvisible = (line: string) => !/[^\p{Cf}\p{Z}]/u.test(line)

export function nameProblem(line: string): string | null {
  if (isInvisible(line)) return NAME_REQUIRED
  return line.length > MAX_NAME ? NAME_TOO_LONG : null
}

export const isDetailTooLong = (line: string) => line.length > MAX_DETAIL

export const COMPANY_NOT_FOUND = 'Company not found'
const DETAIL_TOO_LONG = 'Must be at most 100 characters'
const DATE_INVALID = 'Must be a date such as 2024-01-31'
/** Someone who types 22 into a date field gets the year 22. */
const FIRST_DATE = '1900-01-01'
export const duplicateCompanyMessage = (name: string) => `${name} is already in your portfolio`

const nameOr = (required: string) =>
  z
    .string({ error: required })
    .transform(oneLine)
    .superRefine((line, context) => {
      const message = isInvisible(line) ? required : nameProblem(line)
      if (message) context.addIssue({ code: 'custom', message })
    })
const name = nameOr(NAME_REQUIRED)

const website = z.string({ error: WEBSITE_REQUIRED }).transform((value, context) => {
  const address = websiteAddress(value)
  if (address) return address
  context.addIssue({ code: 'custom', message: value.trim() === '' ? WEBSITE_REQUIRED : WEBSITE_INVALID })
  return z.NEVER
})

const optionalWebsite = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  website.nullable(),
)

const detail = z
  .string()
  .transform((value) => oneLine(value) || null)
  .refine((line) => line === null || !isDetailTooLong(line), DETAIL_TOO_LONG)
  .nullable()

export const day = z.iso.date(DATE_INVALID).refine((date) => date >= FIRST_DATE, DATE_INVALID)

const investmentDate = z.preprocess((value) => (value === '' ? null : value), day.nullable())

/** Optional; stored as null when empty. */
const details = {
  category: detail.optional(),
  stage: detail.optional(),
  investmentDate: investmentDate.optional(),
}

export const NewCompany = z.object({ name, website, ...details })
export type NewCompany = z.infer<typeof NewCompany>

/** The website is optional here, as on the upload page. */
export const ListedCompany = z.object({ name, website: optionalWebsite.optional(), ...details })
export type ListedCompany = z.infer<typeof ListedCompany>

/** An empty field is stored as null; a missing one is unchanged. */
export const CompanyChange = z.object({
  name: nameOr(COMPANY_NAME_EMPTY).optional(),
  website: optionalWebsite.optional(),
  ...details,
})
export type CompanyChange = z.infer<typeof CompanyChange>

export const Company = z.object({
  id: z.number(),
  name: z.string(),
  website: z.string().nullable(),
  category: z.string().nullable(),
  stage: z.string().nullable(),
  investmentDate: z.string().nullable(),
  logoUrl: z.string().nullable(),
  sample: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Company = z.infer<typeof Company>

/** At most PostgreSQL's largest integer. */
export const CompanyId = RowIdText

export const SORTS = [
  'newest',
  'oldest',
  'name',
  'name-desc',
  'invested',
  'invested-desc',
  'amount',
  'amount-desc',
] as const
export type CompanySort = (typeof SORTS)[number]

export const MAX_PAGE = 500

const words = (most: number) =>
  z
    .string()
    .transform((value) => value.replaceAll(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(most))
    .transform((value) => value || undefined)

/** Used in the URL of the full table, the list query and the export query. */
export const CompanyFilter = z.object({
  q: words(200).optional(),
  category: words(100).optional(),
  stage: words(100).optional(),
  sort: z.enum(SORTS).optional(),
})
export type CompanyFilter = z.infer<typeof CompanyFilter>

/** Without a limit, the whole list is returned. */
export const CompanyPageQuery = CompanyFilter.extend({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
  /** From the `Link` header of the previous page. */
  cursor: z.string().max(1000).optional(),
})
export type CompanyPageQuery = z.infer<typeof CompanyPageQuery>

export const CompanyFacets = z.object({
  total: z.number(),
  sample: z.number(),
  removed: z.number(),
  categories: z.array(z.object({ value: z.string(), count: z.number() })),
  stages: z.array(z.object({ value: z.string(), count: z.number() })),
})
export type CompanyFacets = z.infer<typeof CompanyFacets>

export const CompanyName = z.object({ id: z.number(), name: z.string(), website: z.string().nullable() })
export type CompanyName = z.infer<typeof CompanyName>

export const CompanyIds = z.object({
  ids: z.array(RowId).min(1).max(10_000),
})

export const RemovedCompany = Company.extend({ removedAt: z.string() })
export type RemovedCompany = z.infer<typeof RemovedCompany>
