import { sql, type SQL } from 'drizzle-orm'
import { FOUNDER_UPDATE } from '#domain/taxonomy.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import type { Database } from '../../platform/database/open.ts'

type Needs = { database: Pick<Database, 'system'>; clock: Clock; keepSeconds: number }

/** Deleted in batches, so that no reader waits for a lock and no statement times out. */
const BATCH = 5000
const REFRESHES_KEPT_MS = 90 * DAY_MS

export type Retention = ReturnType<typeof createRetention>

/** Keeps founder updates regardless of age, because they belong to the investor, and each company's last brief. */
export const createRetention = ({ database: { system }, clock, keepSeconds }: Needs) => ({
  async run(): Promise<void> {
    const inBatches = async (statement: (limit: number) => SQL) => {
      for (let deleted = BATCH; deleted === BATCH;) deleted = (await system.execute(statement(BATCH))).rowCount ?? 0
    }
    const before = new Date(clock().getTime() - keepSeconds * 1000)
    await inBatches(
      (limit) => sql`
        delete from articles where id in (
          select id from articles where published_at < ${before} and kind <> ${FOUNDER_UPDATE}
          order by published_at limit ${limit})`,
    )
    await inBatches(
      (limit) => sql`
        delete from briefs where id in (
          select id from briefs old where published_at < ${before} and exists (
            select from briefs newer where newer.id > old.id
              and newer.tracked_company_id is not distinct from old.tracked_company_id
              and newer.company_id is not distinct from old.company_id)
          limit ${limit})`,
    )
    await inBatches(
      (limit) => sql`
        delete from story_deliveries where ctid in (
          select ctid from story_deliveries where delivered_at < ${before} limit ${limit})`,
    )
    const unneeded = new Date(clock().getTime() - REFRESHES_KEPT_MS)
    await inBatches(
      (limit) => sql`
        delete from refreshes where id in (
          select id from refreshes where started_at < ${unneeded} limit ${limit})`,
    )
  },
})
