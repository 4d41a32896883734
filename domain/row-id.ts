import { z } from 'zod'

/** The largest `integer` of PostgreSQL; a larger id would be an error there, not a missing row. */
export const MAX_ROW_ID = 2_147_483_647

export const RowId = z.number().int().min(1).max(MAX_ROW_ID)

/** In a path or query, where numbers are text. */
export const RowIdText = z.coerce.number().int().min(1).max(MAX_ROW_ID)
