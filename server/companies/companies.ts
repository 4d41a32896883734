import {
  duplicateCompanyMessage,
  COMPANY_NOT_FOUND,
  type Company,
  type CompanyChange,
  type ListedCompany,
  MAX_PAGE,
  type CompanyFacets,
  type CompanyFilter,
  type CompanyName,
  type RemovedCompany,
} from '#domain/companies/company.ts'
import { AppError } from '#domain/errors.ts'
import { SAMPLE_PORTFOLIO, SAMPLE_POSITIONS } from '#domain/companies/sample-portfolio.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import { isUniqueViolation } from '../platform/database/errors.ts'
import type { Clock } from '#domain/time.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { importStore } from './import/store.ts'
import { positionStore } from './positions/store.ts'
import { daysBefore, RETENTION_DAYS } from './company-record.ts'
import { countCompanies, listCompanies } from './list.ts'
import { companyStore } from './store.ts'

export type Companies = ReturnType<typeof createCompanies>

export function createCompanies({
  database,
  clock,
  queue,
  readSample = async () => false,
}: {
  database: Database
  clock: Clock
  queue: Queue
  /** Publishes the news of sample companies immediately; resolves to false on failure. */
  readSample?: (companyIds: number[]) => Promise<boolean>
}) {
  const retainedSince = () => daysBefore(clock(), RETENTION_DAYS)
  const asUser = <T>(userId: string, work: (store: ReturnType<typeof companyStore>, queries: Queries) => Promise<T>) =>
    database.asUser(userId, (queries) => work(companyStore(queries), queries))

  return {
    async *all(userId: string, filter: CompanyFilter): AsyncGenerator<Company[]> {
      let cursor: string | undefined
      do {
        const { rows, next } = await database.asUser(userId, (queries) =>
          listCompanies(queries, userId, filter, {
            limit: MAX_PAGE,
            ...(cursor === undefined ? {} : { cursor }),
          }),
        )
        yield rows
        cursor = next ?? undefined
      } while (cursor !== undefined)
    },

    page: (userId: string, filter: CompanyFilter, page: { limit: number; cursor?: string; total: boolean }) =>
      database.asUser(userId, async (queries) => ({
        ...(await listCompanies(queries, userId, filter, page)),
        total: page.total ? await countCompanies(queries, userId, filter) : null,
      })),

    facets: (userId: string): Promise<CompanyFacets> =>
      asUser(userId, (store) => store.facets(userId, retainedSince())),

    names: (userId: string): Promise<CompanyName[]> => asUser(userId, (store) => store.names(userId)),

    /** Null until a job has created the shared record. */
    trackedCompanyOf: async (userId: string, id: number): Promise<number | null> =>
      (await found(asUser(userId, (store) => store.trackedCompanyOf(userId, id)))).trackedCompanyId,

    get: (userId: string, id: number) => found(asUser(userId, (store) => store.find(userId, id))),

    add: (userId: string, company: ListedCompany): Promise<Company> =>
      asUser(userId, async (store, queries) => {
        await store.lock(userId)
        const [added] = await store.insert(userId, [company], clock())
        if (!added) throw new AppError('conflict', duplicateCompanyMessage(company.name))
        await queue.enqueue(queries, 'companies.added', { userId, companyId: added.id })
        return added
      }),

    async edit(userId: string, id: number, change: CompanyChange): Promise<Company> {
      try {
        return await asUser(userId, async (store, queries) => {
          await store.lock(userId)
          const changed = await found(store.update(userId, id, change, clock()))
          if (change.website !== undefined || change.name !== undefined)
            await queue.enqueue(queries, 'companies.added', { userId, companyId: id })
          return changed
        })
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        throw new AppError('conflict', duplicateCompanyMessage(change.name ?? 'A company with this website'))
      }
    },

    async remove(userId: string, id: number): Promise<void> {
      if ((await asUser(userId, (store) => store.remove(userId, [id], clock()))) === 0) throw notFound()
    },

    /** Unknown ids and other users' ids are ignored. */
    removeMany: (userId: string, ids: number[]): Promise<number> =>
      asUser(userId, (store) => store.remove(userId, ids, clock())),

    removed: (userId: string): Promise<RemovedCompany[]> =>
      asUser(userId, (store) => store.removed(userId, retainedSince())),

    restore: (userId: string, ids: number[]): Promise<Company[]> =>
      asUser(userId, async (store, queries) => {
        await store.lock(userId)
        const name = await store.inTheWay(userId, ids)
        if (name !== null) throw new AppError('conflict', duplicateCompanyMessage(name))
        const restored = await store.restore(userId, ids, { since: retainedSince(), now: clock() })
        if (restored.length === 0) throw notFound()
        await queue.enqueue(queries, 'companies.restored', { companyIds: restored.map(({ id }) => id) })
        return restored
      }),

    async loadSample(userId: string): Promise<Company[]> {
      const loaded = await asUser(userId, async (store, queries) => {
        await store.lock(userId)
        const inserted = await store.insert(userId, SAMPLE_PORTFOLIO, clock(), { isSample: true })
        const positions = inserted.flatMap(({ id: companyId, name }) =>
          (SAMPLE_POSITIONS[name] ?? []).map((position) => ({ ...position, companyId })),
        )
        await positionStore(queries).insertMany(userId, null, positions, clock())
        return inserted
      })
      // A job enqueued with the rows would compete for them; the poll that runs every minute picks up the rest.
      const isReady = loaded.length === 0 || (await readSample(loaded.map(({ id }) => id)))
      await database.asUser(userId, async (queries) => {
        if (!isReady) await queue.enqueue(queries, 'news.poll', {})
        if (loaded.length > 0)
          await queue.enqueue(queries, 'updates.sample', { userId, companyIds: loaded.map(({ id }) => id) })
      })
      return loaded
    },

    removeSample: (userId: string): Promise<void> => asUser(userId, (store) => store.removeSample(userId)),

    export: (userId: string): Promise<Record<string, object[]>> =>
      database.asUser(userId, async (queries) => ({
        companies: await companyStore(queries).everything(userId),
        ...(await importStore(queries).everything(userId)),
      })),

    async erase(queries: Queries, userId: string): Promise<void> {
      await importStore(queries).removeAll(userId)
      await companyStore(queries).removeAll(userId)
    },

    async purge(): Promise<void> {
      await companyStore(database.system).purge(retainedSince())
      await importStore(database.system).purge(retainedSince())
    },
  }
}

/** The same error for a missing company and for another user's company. */
const notFound = () => new AppError('not-found', COMPANY_NOT_FOUND)

async function found<Value>(value: Promise<Value | null>): Promise<Value> {
  const result = await value
  if (result === null) throw notFound()
  return result
}
