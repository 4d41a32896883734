import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { StakeEntry } from '#domain/companies/positions/stakes.ts'
import type { Position, PositionContent } from '#domain/companies/positions/position.ts'
import type { Queries } from '../../platform/database/open.ts'
import { companies, positions } from '../../platform/database/schema/accounts-and-companies.ts'

const CHUNK = 1000

type Terms = Pick<Position, 'instrument' | 'valuation' | 'valuationBasis'>

type Row = Omit<Position, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }

export const positionStore = (queries: Queries) => ({
  /** Oldest first; positions without a date come last. */
  async list(userId: string, companyIds: number[]): Promise<Position[]> {
    const rows = await queries
      .select(positionColumns)
      .from(positions)
      .where(and(eq(positions.userId, userId), sql`${positions.companyId} = any(${sql.param(companyIds)}::int[])`))
      .orderBy(sql`${positions.date} asc nulls last`, asc(positions.id))
    return rows.map(toPosition)
  },

  async find(userId: string, id: number): Promise<Position | null> {
    const [row] = await queries
      .select(positionColumns)
      .from(positions)
      .innerJoin(companies, eq(companies.id, positions.companyId))
      .where(and(own(userId, id), eq(companies.userId, userId), isNull(companies.removedAt)))
    return row ? toPosition(row) : null
  },

  /** The positions of all companies in the portfolio. */
  async entries(userId: string): Promise<(StakeEntry & Terms & { companyId: number })[]> {
    const { kind, date, amount, currency, companyId, instrument, valuation, valuationBasis } = positionColumns
    return queries
      .select({ kind, date, amount, currency, companyId, instrument, valuation, valuationBasis })
      .from(positions)
      .innerJoin(companies, eq(companies.id, positions.companyId))
      .where(and(eq(positions.userId, userId), eq(companies.userId, userId), isNull(companies.removedAt)))
      .orderBy(asc(positions.companyId), asc(positions.id))
  },

  count: (userId: string, companyId: number): Promise<number> =>
    queries.$count(positions, and(eq(positions.userId, userId), eq(positions.companyId, companyId))),

  async insert(userId: string, companyId: number, content: PositionContent, now: Date): Promise<Position> {
    const [row] = await queries
      .insert(positions)
      .values({ ...content, userId, companyId, createdAt: now, updatedAt: now })
      .returning(positionColumns)
    if (!row) throw new Error('insert returned no row')
    return toPosition(row)
  },

  async insertMany(
    userId: string,
    importId: number | null,
    rows: (PositionContent & { companyId: number })[],
    now: Date,
  ): Promise<void> {
    for (let start = 0; start < rows.length; start += CHUNK)
      await queries
        .insert(positions)
        .values(
          rows.slice(start, start + CHUNK).map((row) => ({ ...row, userId, importId, createdAt: now, updatedAt: now })),
        )
  },

  /** Keeps positions that the user has changed since, and those of companies that the import added. */
  async removeImported(userId: string, importId: number): Promise<number> {
    const { rowCount } = await queries.delete(positions).where(
      and(
        eq(positions.userId, userId),
        eq(positions.importId, importId),
        eq(positions.updatedAt, positions.createdAt),
        sql`not exists (select from companies where companies.id = ${positions.companyId} and companies.user_id = ${userId}
          and companies.import_id = ${importId})`,
      ),
    )
    return rowCount ?? 0
  },

  async update(userId: string, id: number, content: PositionContent, now: Date): Promise<Position | null> {
    const [row] = await queries
      .update(positions)
      .set({ ...content, updatedAt: now })
      .where(own(userId, id))
      .returning(positionColumns)
    return row ? toPosition(row) : null
  },

  async remove(userId: string, id: number): Promise<void> {
    await queries.delete(positions).where(own(userId, id))
  },

  /** Includes positions of removed companies that can still be restored. */
  async everything(userId: string): Promise<object[]> {
    const rows = await queries
      .select(positionColumns)
      .from(positions)
      .where(eq(positions.userId, userId))
      .orderBy(asc(positions.id))
    return rows.map(toPosition)
  },

  async removeAll(userId: string): Promise<void> {
    await queries.delete(positions).where(eq(positions.userId, userId))
  },
})

const own = (userId: string, id: number) => and(eq(positions.userId, userId), eq(positions.id, id))

const positionColumns = {
  id: positions.id,
  companyId: positions.companyId,
  kind: positions.kind,
  date: positions.date,
  amount: positions.amount,
  currency: positions.currency,
  instrument: positions.instrument,
  round: positions.round,
  valuation: positions.valuation,
  valuationBasis: positions.valuationBasis,
  notes: positions.notes,
  createdAt: positions.createdAt,
  updatedAt: positions.updatedAt,
}

const toPosition = (row: Row): Position => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
