import { eq, sql } from 'drizzle-orm'
import { FieldChoice, type ImportMap } from '#domain/companies/import/map.ts'
import type { Queries } from '../../platform/database/open.ts'
import { importColumns } from '../../platform/database/schema/accounts-and-companies.ts'

/** Enough for one user's files; the oldest entries are deleted. */
const MOST_REMEMBERED = 500

/** How the user has mapped headings to fields, so that they aren't asked again for the next file. */
export const rememberedColumns = (queries: Queries) => ({
  async list(userId: string): Promise<ImportMap> {
    const rows = await queries
      .select({ heading: importColumns.heading, field: importColumns.field })
      .from(importColumns)
      .where(eq(importColumns.userId, userId))
    return Object.fromEntries(
      rows.flatMap(({ heading, field }) => {
        const known = FieldChoice.safeParse(field)
        return known.success ? [[heading, known.data]] : []
      }),
    )
  },

  async remember(userId: string, map: ImportMap, now: Date): Promise<void> {
    const rows = Object.entries(map).map(([heading, field]) => ({ userId, heading, field, updatedAt: now }))
    if (rows.length === 0) return
    await queries
      .insert(importColumns)
      .values(rows)
      .onConflictDoUpdate({
        target: [importColumns.userId, importColumns.heading],
        set: { field: sql`excluded.field`, updatedAt: now },
      })
    await queries.execute(sql`
      delete from import_columns where user_id = ${userId} and heading not in (
        select heading from import_columns where user_id = ${userId} order by updated_at desc, heading limit ${MOST_REMEMBERED})`)
  },

  async forget(userId: string): Promise<void> {
    await queries.delete(importColumns).where(eq(importColumns.userId, userId))
  },

  everything: (userId: string): Promise<object[]> =>
    queries.select().from(importColumns).where(eq(importColumns.userId, userId)),
})
