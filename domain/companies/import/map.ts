import { z } from 'zod'
import { FIELDS, headingName } from './headings.ts'
import { POSITION_FIELDS } from './position-columns.ts'

/** What a column can be read as; `none` leaves the column out. */
export const FieldChoice = z.enum([...FIELDS, ...POSITION_FIELDS, 'none'])
export type FieldChoice = z.infer<typeof FieldChoice>

/** Fields by heading, in the form that `mapKey` returns. */
export type ImportMap = Record<string, FieldChoice>

/** Headings that differ only in case, accents, or units count as the same. */
export const mapKey = headingName

const MAX_TEXT = 8000
const MAX_HEADINGS = 100
const MAX_KEY = 200
const MAP_INVALID = 'Columns must be given as a JSON object from headings to fields'

/** As it appears in a query string. */
export const ImportMapText = z
  .string()
  .max(MAX_TEXT, MAP_INVALID)
  .transform((text, context): ImportMap => {
    const map = z.record(z.string().max(MAX_KEY), FieldChoice).safeParse(parsed(text))
    if (map.success && Object.keys(map.data).length <= MAX_HEADINGS)
      return Object.fromEntries(Object.entries(map.data).map(([heading, field]) => [mapKey(heading), field]))
    context.addIssue({ code: 'custom', message: MAP_INVALID })
    return z.NEVER
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
