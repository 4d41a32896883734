import { z } from 'zod'
import { oneLine } from './company-rules.ts'
import { MAX_VIEW_NAME } from './search-filters.ts'

/** Of one user. */
export const MAX_VIEWS = 50
const MAX_VIEW_QUERY = 1000

const NAME_REQUIRED = 'A view needs a name'
const NAME_TOO_LONG = `A name must be at most ${MAX_VIEW_NAME} characters`
export const VIEW_QUERY_INVALID = 'Must be a search as it stands in the address'
export const VIEWS_FULL = `At most ${MAX_VIEWS} views can be kept`
export const VIEW_NOT_FOUND = 'View not found'
export const viewThere = (name: string) => `There is a view called ${name} already`

/** A search that its user wants to find again. */
export const SavedView = z.object({
  id: z.number(),
  name: z.string(),
  /** As it stands in the address, without the question mark. */
  query: z.string(),
  createdAt: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

export const NewView = z.object({
  name: z
    .string({ error: NAME_REQUIRED })
    .transform((typed) => oneLine(typed).replaceAll(/\s+/g, ' ').toWellFormed())
    .pipe(z.string().min(1, NAME_REQUIRED).max(MAX_VIEW_NAME, NAME_TOO_LONG)),
  query: z
    .string({ error: VIEW_QUERY_INVALID })
    .min(1, VIEW_QUERY_INVALID)
    .max(MAX_VIEW_QUERY, VIEW_QUERY_INVALID),
})
export type NewView = z.infer<typeof NewView>

export const ViewId = z.coerce.number().int().min(1).max(2_147_483_647)
