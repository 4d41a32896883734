import { and, asc, desc, eq, gt, gte, isNull, sql } from 'drizzle-orm'
import type { Company } from '#domain/companies/company.ts'
import { companyKeyOf, type KnownCompany } from '#domain/companies/import/plan.ts'
import type { PastImport } from '#domain/companies/endpoints.ts'
import type { DetailChange, FileRow, ImportCounts } from '#domain/companies/import/imports.ts'
import { hostKey } from '#domain/companies/company-key.ts'
import { deleteBefore } from '../../platform/database/delete-before.ts'
import type { Queries } from '../../platform/database/open.ts'
import { companies, importChanges, imports } from '../../platform/database/schema/accounts-and-companies.ts'
import { companyColumns, toCompany } from '../company-record.ts'
import { rememberedAnswers } from './remembered-answers.ts'

export type ImportRow = typeof imports.$inferSelect
export type CompanyChanges = { companyId: number; changes: DetailChange[] }

export const importStore = (queries: Queries) => ({
  async isEmpty(userId: string): Promise<boolean> {
    const [row] = await queries
      .select({ id: companies.id })
      .from(companies)
      .where(and(eq(companies.userId, userId), isNull(companies.removedAt)))
      .limit(1)
    return row === undefined
  },

  async known(userId: string, nameKeys: string[]): Promise<Omit<KnownCompany, 'positions'>[]> {
    return queries
      .select({
        id: companies.id,
        nameKey: companies.nameKey,
        hostKey: companies.hostKey,
        website: companies.website,
        category: companies.category,
        stage: companies.stage,
        investmentDate: companies.investmentDate,
      })
      .from(companies)
      .where(
        and(
          eq(companies.userId, userId),
          isNull(companies.removedAt),
          sql`${companies.nameKey} = any(${sql.param(nameKeys)}::text[])`,
        ),
      )
      .orderBy(companies.id)
  },

  async begin(userId: string, fileName: string, now: Date): Promise<number> {
    const [row] = await queries
      .insert(imports)
      .values({ userId, fileName, added: 0, changed: 0, duplicates: 0, invalid: 0, createdAt: now })
      .returning({ id: imports.id })
    if (!row) throw new Error('insert returned no row')
    return row.id
  },

  async finish(userId: string, id: number, counts: ImportCounts): Promise<void> {
    await queries
      .update(imports)
      .set({
        added: counts.new,
        changed: counts.changed,
        duplicates: counts.duplicate,
        invalid: counts.invalid,
        positions: counts.positions,
      })
      .where(own(userId, id))
  },

  async forget(userId: string, id: number): Promise<void> {
    await queries.delete(imports).where(own(userId, id))
  },

  async add(userId: string, importId: number, rows: FileRow[], now: Date): Promise<[companyKey: string, id: number][]> {
    if (rows.length === 0) return []
    const column = (field: keyof FileRow) => sql.param(rows.map((row) => row[field]))
    const { rows: added } = await queries.execute<{ id: number; name_key: string; host_key: string }>(sql`
      insert into companies (user_id, import_id, created_at, updated_at,
        name, website, category, stage, investment_date, name_key, host_key)
      select ${userId}::uuid, ${importId}::int, ${now}::timestamptz, ${now}::timestamptz, row.*
      from unnest(${column('name')}::text[], ${column('website')}::text[], ${column('category')}::text[],
        ${column('stage')}::text[], ${column('investmentDate')}::date[],
        ${column('nameKey')}::text[], ${column('hostKey')}::text[]) as row
      returning id, name_key, host_key`)
    return added.map((row) => [companyKeyOf({ nameKey: row.name_key, hostKey: row.host_key }), row.id])
  },

  /** Keeps the previous values for undo. */
  async change(userId: string, importId: number, changed: CompanyChanges[], now: Date): Promise<void> {
    if (changed.length === 0) return
    await queries
      .insert(importChanges)
      .values(changed.map(({ companyId, changes }) => ({ importId, companyId, userId, changes })))
    for (const field of FIELDS) {
      const rows = changed.flatMap(({ companyId, changes }) =>
        changes.filter((change) => change.field === field).map(({ to }) => ({ companyId, to })),
      )
      if (rows.length === 0) continue
      const host = field === 'website' ? sql`, host_key = new.host_key, ${FOR_NEW_WEBSITE}` : sql``
      await queries.execute(sql`
        update companies set ${sql.identifier(COLUMN_OF[field])} = new.value::${KIND_OF[field]}, updated_at = ${now}::timestamptz ${host}
        from unnest(${sql.param(rows.map((row) => row.companyId))}::int[], ${sql.param(rows.map((row) => row.to))}::text[],
          ${sql.param(rows.map((row) => (field === 'website' ? hostKey(row.to) : '')))}::text[]) as new (id, value, host_key)
        where companies.id = new.id and companies.user_id = ${userId}::uuid`)
    }
  },

  async find(userId: string, id: number, since: Date): Promise<ImportRow | null> {
    const [row] = await queries
      .select()
      .from(imports)
      .where(and(own(userId, id), gte(imports.createdAt, since)))
      .for('update')
    return row ?? null
  },

  async list(userId: string, since: Date): Promise<PastImport[]> {
    const rows = await queries
      .select()
      .from(imports)
      .where(and(eq(imports.userId, userId), gte(imports.createdAt, since)))
      .orderBy(desc(imports.createdAt), desc(imports.id))
      .limit(50)
    return rows.map(({ userId: _userId, createdAt, undoneAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      undoneAt: undoneAt?.toISOString() ?? null,
    }))
  },

  /** Returned in file order. All rows have the import's timestamp, which is indexed. */
  async added(
    userId: string,
    row: Pick<ImportRow, 'id' | 'createdAt'>,
    after: number,
    limit: number,
  ): Promise<Company[]> {
    const rows = await queries
      .select(companyColumns)
      .from(companies)
      .where(and(ofImport(userId, row), gt(companies.id, after)))
      .orderBy(asc(companies.createdAt), asc(companies.id))
      .limit(limit)
    return rows.map(toCompany)
  },

  async takeOut(userId: string, row: ImportRow, now: Date): Promise<number> {
    const { rowCount } = await queries.update(companies).set({ removedAt: now }).where(ofImport(userId, row))
    return rowCount ?? 0
  },

  /** Reverts only values that haven't been changed since the import, also of removed companies, which may be restored. */
  async revert(userId: string, id: number, now: Date): Promise<number> {
    const reverted = new Set<number>()
    for (const field of FIELDS) {
      const column = sql.identifier(COLUMN_OF[field])
      const isWebsite = field === 'website'
      const { rows } = await queries.execute<{ id: number }>(sql`
        update companies set ${column} = (change->>'from')::${KIND_OF[field]}, updated_at = ${now}::timestamptz
          ${isWebsite ? sql`, host_key = '', ${FOR_NEW_WEBSITE}` : sql``}
        from import_changes, jsonb_array_elements(import_changes.changes) as change
        where import_changes.import_id = ${id}::int and import_changes.user_id = ${userId}::uuid
          and companies.id = import_changes.company_id and companies.user_id = ${userId}::uuid
          and change->>'field' = ${field}
          and companies.${column} is not distinct from (change->>'to')::${KIND_OF[field]}
          ${
            isWebsite
              ? sql`and (companies.removed_at is not null or not exists (
                  select from companies other where other.user_id = ${userId}::uuid and other.removed_at is null
                    and other.name_key = companies.name_key and other.host_key = ''))`
              : sql``
          }
        returning companies.id`)
      for (const row of rows) reverted.add(row.id)
    }
    return reverted.size
  },

  async markUndone(userId: string, id: number, now: Date): Promise<void> {
    await queries.update(imports).set({ undoneAt: now }).where(own(userId, id))
  },

  async everything(userId: string): Promise<Record<'imports' | 'import_changes' | 'import_columns', object[]>> {
    return {
      imports: await queries.select().from(imports).where(eq(imports.userId, userId)),
      import_changes: await queries.select().from(importChanges).where(eq(importChanges.userId, userId)),
      import_columns: await rememberedAnswers(queries).everything(userId),
    }
  },

  async removeAll(userId: string): Promise<void> {
    await queries.delete(imports).where(eq(imports.userId, userId))
    await rememberedAnswers(queries).forget(userId)
  },

  purge: (before: Date): Promise<void> => deleteBefore(queries, imports.createdAt, before),
})

const FIELDS = ['website', 'category', 'stage', 'investmentDate'] as const
const COLUMN_OF = {
  website: 'website',
  category: 'category',
  stage: 'stage',
  investmentDate: 'investment_date',
}
const KIND_OF = { website: sql`text`, category: sql`text`, stage: sql`text`, investmentDate: sql`date` }

/** What was found for the old website doesn't belong to the new one; `companies.added` finds it again. */
const FOR_NEW_WEBSITE = sql`logo_url = null, tracked_company_id = null`

const own = (userId: string, id: number) => and(eq(imports.userId, userId), eq(imports.id, id))

const ofImport = (userId: string, { id, createdAt }: Pick<ImportRow, 'id' | 'createdAt'>) =>
  and(
    eq(companies.userId, userId),
    isNull(companies.removedAt),
    eq(companies.createdAt, createdAt),
    eq(companies.importId, id),
  )
