import { z } from 'zod'

export const SORTS = ['newest', 'oldest', 'name', 'name-desc', 'invested', 'invested-desc'] as const
export type CompanySort = (typeof SORTS)[number]

export const MAX_PAGE = 500

/** No company has a control character in it, and the database takes none of them all. */
const words = (most: number) =>
  z
    .string()
    .transform((value) => value.replaceAll(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().max(most))
    .transform((value) => value || undefined)

/** Which companies, in which order. Stands in the address of the full view, in the list's query and in the export's. */
export const CompanyFilter = z.object({
  /** Words that the name, the website, the category or the stage contains. */
  q: words(200).optional(),
  category: words(100).optional(),
  stage: words(100).optional(),
  sort: z.enum(SORTS).optional(),
})
export type CompanyFilter = z.infer<typeof CompanyFilter>

/** One page; without a limit the whole list comes at once. */
export const CompanyPageQuery = CompanyFilter.extend({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).optional(),
  /** Where the page before ended, as its `Link` header says. */
  cursor: z.string().max(1000).optional(),
})
export type CompanyPageQuery = z.infer<typeof CompanyPageQuery>

/** What there is to filter by, with how many companies each. */
export const CompanyFacets = z.object({
  total: z.number(),
  sample: z.number(),
  removed: z.number(),
  categories: z.array(z.object({ value: z.string(), count: z.number() })),
  stages: z.array(z.object({ value: z.string(), count: z.number() })),
})
export type CompanyFacets = z.infer<typeof CompanyFacets>

/** As much of a company as is needed to find it by name. */
export const CompanyName = z.object({ id: z.number(), name: z.string(), website: z.string().nullable() })
export type CompanyName = z.infer<typeof CompanyName>
