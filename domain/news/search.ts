import { z } from 'zod'
import { CompanyId, oneLine } from '../companies/company.ts'
import { EVENT_NAMES, EVENT_TYPES, SECTIONS } from '../taxonomy.ts'
import { MAX_WORDS, SEARCH_SORTS, SEARCH_SOURCES, MAX_VIEW_NAME } from './search-filters.ts'

const MAX_HITS = 50
const HITS = 20

const WORDS_TOO_LONG = `A search must be at most ${MAX_WORDS} characters`
const SECTION_UNKNOWN = `Must be one of: ${SECTIONS.join(', ')}`
const EVENT_UNKNOWN = `Must be one of: ${EVENT_NAMES.join(', ')}`
const SOURCE_UNKNOWN = `Must be one of: ${SEARCH_SOURCES.join(', ')}`
const SORT_UNKNOWN = `Must be one of: ${SEARCH_SORTS.join(', ')}`
const DAY_INVALID = 'Must be a date such as 2026-01-31'

/** An empty field is not a filter. */
const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

// PostgreSQL has no year 0.
const day = z.iso.date(DAY_INVALID).refine((written) => written >= '0001', DAY_INVALID)

/** Used in the dashboard's URL, in the search query and in saved views. */
export const SearchFilter = z.object({
  q: z
    .string()
    .transform((typed) =>
      typed
        .toWellFormed()
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim(),
    )
    .pipe(z.string().max(MAX_WORDS, WORDS_TOO_LONG))
    .transform((words) => words || undefined)
    .optional(),
  company: given(CompanyId),
  section: given(z.enum(SECTIONS, SECTION_UNKNOWN)),
  event: given(z.enum(EVENT_NAMES, EVENT_UNKNOWN)),
  source: given(z.enum(SEARCH_SOURCES, SOURCE_UNKNOWN)),
  /** Both days inclusive. */
  from: given(day),
  to: given(day),
  sort: given(z.enum(SEARCH_SORTS, SORT_UNKNOWN)),
})
export type SearchFilter = z.infer<typeof SearchFilter>

export const SearchQuery = SearchFilter.extend({
  limit: z.coerce.number().int().min(1).max(MAX_HITS).default(HITS),
  /** `next` of the previous page. */
  cursor: z.string().max(1000).optional(),
})
export type SearchQuery = z.infer<typeof SearchQuery>

export const Fragment = z.object({ text: z.string(), hit: z.boolean() })
export type Fragment = z.infer<typeof Fragment>

export const SearchHit = z.object({
  type: z.enum(['story', 'brief']),
  id: z.number(),
  companyId: z.number(),
  companyName: z.string(),
  title: z.array(Fragment),
  snippet: z.array(Fragment),
  section: z.enum(SECTIONS).nullable(),
  eventType: z.enum(EVENT_TYPES).nullable(),
  publishedAt: z.string(),
  precision: z.enum(['second', 'day', 'none']),
  publisher: z.string().nullable(),
  url: z.string().nullable(),
  kind: z.string(),
  source: z.string(),
  /** 0 for a brief. */
  articleCount: z.number(),
})
export type SearchHit = z.infer<typeof SearchHit>

export const SearchPage = z.object({ hits: z.array(SearchHit), next: z.string().nullable() })
export type SearchPage = z.infer<typeof SearchPage>

export const MAX_VIEWS = 50
const MAX_VIEW_QUERY = 1000

const NAME_REQUIRED = 'Enter a name'
const NAME_TOO_LONG = `A name must be at most ${MAX_VIEW_NAME} characters`
export const VIEW_QUERY_INVALID = 'Must be the query string of a search'
export const TOO_MANY_VIEWS = `You can save at most ${MAX_VIEWS} views`
export const VIEW_NOT_FOUND = 'View not found'
export const duplicateViewMessage = (name: string) => `You already have a view called ${name}`

export const SavedView = z.object({
  id: z.number(),
  name: z.string(),
  /** As in the URL, without the question mark. */
  query: z.string(),
  createdAt: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

export const NewView = z.object({
  name: z
    .string({ error: NAME_REQUIRED })
    .transform((typed) => oneLine(typed).replaceAll(/\s+/g, ' ').toWellFormed())
    .pipe(z.string().min(1, NAME_REQUIRED).max(MAX_VIEW_NAME, NAME_TOO_LONG)),
  query: z.string({ error: VIEW_QUERY_INVALID }).min(1, VIEW_QUERY_INVALID).max(MAX_VIEW_QUERY, VIEW_QUERY_INVALID),
})
export type NewView = z.infer<typeof NewView>
