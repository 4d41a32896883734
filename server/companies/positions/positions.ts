import { COMPANY_NOT_FOUND } from '#domain/companies/company.ts'
import type { PortfolioPositions } from '#domain/companies/positions/endpoints.ts'
import { moneyByYear, portfolioTotals, stakesOf } from '#domain/companies/positions/stakes.ts'
import {
  DATE_IN_FUTURE,
  MOST_POSITIONS,
  POSITION_NOT_FOUND,
  TOO_MANY_POSITIONS,
  VALUE_EXISTS,
  type Position,
  type PositionContent,
} from '#domain/companies/positions/position.ts'
import { AppError } from '#domain/errors.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { companyStore } from '../store.ts'
import { positionStore } from './store.ts'

export type Positions = ReturnType<typeof createPositions>

export function createPositions({ database, clock }: { database: Database; clock: Clock }) {
  const asUser = <T>(userId: string, work: (store: ReturnType<typeof positionStore>, queries: Queries) => Promise<T>) =>
    database.asUser(userId, (queries) => work(positionStore(queries), queries))

  /** Allows tomorrow (UTC), because the date is already ahead in some time zones. */
  const refuseFuture = ({ date }: PositionContent) => {
    if (date !== null && date > new Date(clock().getTime() + DAY_MS).toISOString().slice(0, 10))
      throw new AppError('invalid-input', DATE_IN_FUTURE)
  }

  return {
    list: (userId: string, companyId: number): Promise<Position[]> =>
      asUser(userId, async (store, queries) => {
        await requireCompany(queries, userId, companyId)
        return store.list(userId, [companyId])
      }),

    portfolio: async (userId: string): Promise<PortfolioPositions> => {
      const entries = await asUser(userId, (store) => store.entries(userId))
      const byCompany = [...Map.groupBy(entries, ({ companyId }) => companyId)]
      const stakes = byCompany.flatMap(([companyId, own]) => stakesOf(own).map((stake) => ({ companyId, ...stake })))
      return {
        totals: portfolioTotals(stakes),
        years: moneyByYear(entries),
        companies: stakes.map(({ companyId, currency, invested, investedOn, value, multiple }) => ({
          companyId,
          currency,
          invested,
          investedOn,
          value: value?.amount ?? null,
          multiple,
        })),
      }
    },

    add: (userId: string, companyId: number, content: PositionContent): Promise<Position> =>
      asUser(userId, async (store, queries) => {
        await companyStore(queries).lock(userId)
        await requireCompany(queries, userId, companyId)
        refuseFuture(content)
        if ((await store.count(userId, companyId)) >= MOST_POSITIONS) throw new AppError('conflict', TOO_MANY_POSITIONS)
        await refuseSecondValue(store, userId, companyId, content)
        return store.insert(userId, companyId, content, clock())
      }),

    update: (userId: string, id: number, content: PositionContent): Promise<Position> =>
      asUser(userId, async (store, queries) => {
        await companyStore(queries).lock(userId)
        const before = await store.find(userId, id)
        if (!before) throw notFound()
        refuseFuture(content)
        await refuseSecondValue(store, userId, before.companyId, content, before)
        const changed = await store.update(userId, id, content, clock())
        if (!changed) throw notFound()
        return changed
      }),

    remove: (userId: string, id: number): Promise<void> =>
      asUser(userId, async (store) => {
        if (!(await store.find(userId, id))) throw notFound()
        await store.remove(userId, id)
      }),

    export: (userId: string): Promise<Record<string, object[]>> =>
      asUser(userId, async (store) => ({ positions: await store.everything(userId) })),

    erase: (queries: Queries, userId: string): Promise<void> => positionStore(queries).removeAll(userId),
  }
}

const notFound = () => new AppError('not-found', POSITION_NOT_FOUND)

async function requireCompany(queries: Queries, userId: string, companyId: number): Promise<void> {
  if (!(await companyStore(queries).find(userId, companyId))) throw new AppError('not-found', COMPANY_NOT_FOUND)
}

/** Values for the same day are added up, so a correction mustn't be entered as a second value. */
async function refuseSecondValue(
  store: ReturnType<typeof positionStore>,
  userId: string,
  companyId: number,
  { kind, date, currency }: PositionContent,
  before?: Position,
): Promise<void> {
  if (kind !== 'value' || (before?.kind === kind && before.date === date && before.currency === currency)) return
  const there = await store.list(userId, [companyId])
  if (there.some((one) => one.kind === kind && one.date === date && one.currency === currency))
    throw new AppError('conflict', VALUE_EXISTS)
}
