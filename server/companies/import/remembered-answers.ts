import { eq, sql } from 'drizzle-orm'
import { Answer, type Answers } from '#domain/companies/import/answer.ts'
import type { ImportLayout } from '#domain/companies/import/imports.ts'
import type { ImportChoice } from '#domain/companies/import/table.ts'
import type { Queries } from '../../platform/database/open.ts'
import { importColumns } from '../../platform/database/schema/accounts-and-companies.ts'

/** Enough for one user's files; the oldest entries are deleted. */
const MOST_REMEMBERED = 500

/** How the user reads files of a shape, so that they aren't asked again for the next one. */
export const rememberedAnswers = (queries: Queries) => ({
  async list(userId: string): Promise<Answers> {
    const rows = await queries
      .select({ shape: importColumns.shape, answer: importColumns.answer })
      .from(importColumns)
      .where(eq(importColumns.userId, userId))
    return new Map(
      rows.flatMap(({ shape, answer }) => {
        const known = Answer.safeParse(parsed(answer))
        return known.success ? [[shape, known.data] as const] : []
      }),
    )
  },

  async remember(userId: string, layout: ImportLayout | undefined, choice: ImportChoice, now: Date): Promise<void> {
    const shape = layout?.shape
    if (!layout || shape === undefined || shape === '') return
    const given = answerIn(layout, choice)
    if (Object.keys(given).length === 0 && choice.headerRow === undefined) return
    // A choice of headings replaces the earlier answer; other choices add to it.
    const before = choice.headerRow === undefined ? (await this.list(userId)).get(shape) : undefined
    const answer = JSON.stringify({ ...before, ...given, map: { ...before?.map, ...given.map } })
    await queries
      .insert(importColumns)
      .values({ userId, shape, answer, updatedAt: now })
      .onConflictDoUpdate({
        target: [importColumns.userId, importColumns.shape],
        set: { answer: sql`excluded.field`, updatedAt: now },
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

function answerIn({ sheets }: ImportLayout, { map, turned, unsure, currency, sheets: chosen }: ImportChoice): Answer {
  return {
    ...(map ? { map } : {}),
    ...(turned ? { turned } : {}),
    ...(unsure ? { unsure } : {}),
    ...(currency ? { currency } : {}),
    ...(chosen && sheets.length > 1 ? { sheets: sheets.filter(({ read }) => read).map(({ name }) => name) } : {}),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
