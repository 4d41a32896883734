import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Company, CompanyFilter, CompanySort } from '#domain/companies/company.ts'
import type { Queries } from '../platform/database/open.ts'
import { companies } from '../platform/database/schema/accounts-and-companies.ts'
import { isUnreadableValue } from '../platform/database/errors.ts'
import { invalidCursor, readCursor, writeCursor } from '../platform/http/route.ts'
import { companyColumns, investedOn, toCompany } from './company-record.ts'

type Page = { limit: number; cursor?: string }

/** Uses keyset pagination, so that the last page is as fast as the first. */
export async function listCompanies(
  queries: Queries,
  userId: string,
  filter: CompanyFilter,
  { limit, cursor }: Page,
): Promise<{ rows: Company[]; next: string | null }> {
  const order = orderOf(filter.sort ?? 'newest', userId)
  const after = cursor === undefined ? undefined : afterKey(order, readCursor(Cursor, cursor))
  const found = await queries
    .select({ ...companyColumns, key: sql<string>`${order.key}::text`, tie: sql<string>`${order.tie}::text` })
    .from(companies)
    .where(and(matching(userId, filter), after))
    .orderBy(order.direction(order.key), order.direction(order.tie))
    .limit(limit + 1)
    .catch((error: unknown) => {
      throw cursor !== undefined && isUnreadableValue(error) ? invalidCursor() : error
    })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(({ key: _key, tie: _tie, ...row }) => toCompany(row)),
    next: found.length > limit && last ? writeCursor([last.key, last.tie] satisfies Cursor) : null,
  }
}

export const countCompanies = (queries: Queries, userId: string, filter: CompanyFilter): Promise<number> =>
  queries.$count(companies, matching(userId, filter))

function matching(userId: string, { q, category, stage }: CompanyFilter): SQL | undefined {
  const words = q?.split(/\s+/).filter(Boolean) ?? []
  return and(
    eq(companies.userId, userId),
    isNull(companies.removedAt),
    category === undefined ? undefined : eq(companies.category, category),
    stage === undefined ? undefined : eq(companies.stage, stage),
    ...words.map((word) => sql`${searched} ilike ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
  )
}

const searched = sql`concat_ws(' ', ${companies.name}, ${companies.website}, ${companies.category}, ${companies.stage})`

type Key = Pick<Order, 'key' | 'tie' | 'kinds'>
type Order = { key: SQL; tie: SQL; kinds: [SQL, SQL]; direction: typeof asc; beyond: SQL }

const upwards = { direction: asc, beyond: sql`>` }
const downwards = { direction: desc, beyond: sql`<` }
const added: Key = {
  key: sql`${companies.createdAt}`,
  tie: sql`${companies.id}`,
  kinds: [sql`timestamptz`, sql`int`],
}
// The pair is unique among live companies, so sorting by name needs no index of its own.
const named: Key = {
  key: sql`${companies.nameKey}`,
  tie: sql`${companies.hostKey}`,
  kinds: [sql`text`, sql`text`],
}
const invested = (undated: string): Key => ({
  key: sql`coalesce(${investedOn}, ${sql.raw(`'${undated}'::date`)})`,
  tie: sql`${companies.id}`,
  kinds: [sql`date`, sql`int`],
})

/** Amounts in different currencies aren't comparable, so companies are grouped by currency, the most used one first. */
const amount = (userId: string, side: '+' | '-', none: string): Key => {
  const currencies = sql`(select array_agg(currency order by used desc, currency) from (
    select currency, count(*) as used from positions where user_id = ${userId} and kind = 'investment' group by currency
  ) currencies)`
  return {
    key: sql`coalesce((
      select ${sql.raw(side)} array_position(${currencies}, currency) * 1e16 + sum(amount) from positions
      where user_id = ${userId} and company_id = companies.id and kind = 'investment'
      group by currency order by array_position(${currencies}, currency) limit 1), ${sql.raw(`'${none}'::numeric`)})`,
    tie: sql`${companies.id}`,
    kinds: [sql`numeric`, sql`int`],
  }
}

const orderOf = (sort: CompanySort, userId: string): Order =>
  sort === 'amount'
    ? { ...amount(userId, '+', 'infinity'), ...upwards }
    : sort === 'amount-desc'
      ? { ...amount(userId, '-', '-infinity'), ...downwards }
      : ORDERS[sort]

/** Companies without a date, or without an amount, come last in both directions. */
const ORDERS: Record<Exclude<CompanySort, 'amount' | 'amount-desc'>, Order> = {
  newest: { ...added, ...downwards },
  oldest: { ...added, ...upwards },
  name: { ...named, ...upwards },
  'name-desc': { ...named, ...downwards },
  invested: { ...invested('infinity'), ...upwards },
  'invested-desc': { ...invested('-infinity'), ...downwards },
}

function afterKey({ key, tie, kinds, beyond }: Order, [lastKey, lastTie]: Cursor): SQL {
  return sql`(${key}, ${tie}) ${beyond} (${lastKey}::${kinds[0]}, ${lastTie}::${kinds[1]})`
}

const Cursor = z.tuple([z.string().max(500), z.string().max(300)])
type Cursor = z.infer<typeof Cursor>
