import { sql } from 'drizzle-orm'
import { FOUNDER_UPDATE } from '#domain/taxonomy.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { deleteBefore } from '../../platform/database/delete-before.ts'
import type { Database } from '../../platform/database/open.ts'
import { articles } from '../../platform/database/schema/articles.ts'
import { modelReadings } from '../../platform/database/schema/language-model.ts'
import { briefs } from '../../platform/database/schema/briefs.ts'
import { storyDeliveries } from '../../platform/database/schema/mailings.ts'
import { refreshes } from '../../platform/database/schema/tracked-companies.ts'

type Needs = { database: Pick<Database, 'system'>; clock: Clock; keepSeconds: number }

const REFRESHES_KEPT_MS = 90 * DAY_MS
/** Longer than the model reads an article after its publication. */
const READINGS_KEPT_MS = 60 * DAY_MS

export type Retention = ReturnType<typeof createRetention>

/** Keeps founder updates regardless of age, because they belong to the investor, and each company's last brief. */
export const createRetention = ({ database: { system }, clock, keepSeconds }: Needs) => ({
  async run(): Promise<void> {
    const before = new Date(clock().getTime() - keepSeconds * 1000)
    await deleteBefore(system, articles.publishedAt, before, { alsoIf: sql`kind <> ${FOUNDER_UPDATE}` })
    const alsoIf = sql`exists (
      select from briefs newer where newer.id > briefs.id
        and newer.tracked_company_id is not distinct from briefs.tracked_company_id
        and newer.company_id is not distinct from briefs.company_id)`
    await deleteBefore(system, briefs.publishedAt, before, { alsoIf })
    await deleteBefore(system, storyDeliveries.deliveredAt, before)
    await deleteBefore(system, refreshes.startedAt, new Date(clock().getTime() - REFRESHES_KEPT_MS))
    await deleteBefore(system, modelReadings.answeredAt, new Date(clock().getTime() - READINGS_KEPT_MS))
  },
})
