import { z } from 'zod'
import { isCurrency } from '../positions/money.ts'
import { FIELDS, headingName, headingsIn } from './headings.ts'
import type { TableRow } from './values.ts'

/** What a column can be read as; `none` leaves the column out. */
export const FieldChoice = z.enum([...FIELDS, 'none'])
export type FieldChoice = z.infer<typeof FieldChoice>

/** Fields by heading, without case, accents, and units, or by the number of the column, as in `#2`. */
export type ImportMap = Record<string, FieldChoice>

const MAX_TEXT = 8000
const MAX_COLUMNS = 512
const MAX_KEY = 200
const MAP_INVALID = 'Columns must be given as a JSON object from headings to fields'

/** As it appears in a query string. */
export const ImportMapText = z
  .string()
  .max(MAX_TEXT, MAP_INVALID)
  .transform((text, context): ImportMap => {
    const map = z.record(z.string().max(MAX_KEY), FieldChoice).safeParse(parsed(text))
    if (map.success && Object.keys(map.data).length <= MAX_COLUMNS)
      return Object.fromEntries(Object.entries(map.data).map(([heading, field]) => [headingName(heading), field]))
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

export const UNSURE_ROWS = ['import', 'skip'] as const

/** How the user reads files with the same headings, so that they aren't asked again. */
export const Answer = z.object({
  map: z.record(z.string(), FieldChoice).optional(),
  /** The headings are on the left, and each company has a column. */
  turned: z.literal('1').optional(),
  unsure: z.enum(UNSURE_ROWS).optional(),
  currency: z.string().refine(isCurrency).optional(),
  /** The names of the sheets, if there are several. */
  sheets: z.array(z.string()).optional(),
})
export type Answer = z.infer<typeof Answer>

/** By the shape of the file. */
export type Answers = ReadonlyMap<string, Answer>

const MAX_SHAPE = 500

/** The headings of a table, which files from the same source share. */
export function shapeOf({ cells }: TableRow): string {
  const shape = headingsIn(cells).join('|').replace(/\|+$/, '')
  return shape.length > MAX_SHAPE ? `${shape.slice(0, MAX_SHAPE)}… ${shape.length}` : shape
}
