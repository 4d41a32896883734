import { and, eq, inArray, isNull } from 'drizzle-orm'
import SAMPLE from '#domain/updates/sample-update.json' with { type: 'json' }
import { HOUR_MS, type Clock } from '#domain/time.ts'
import type { Briefs } from '../news/briefs/write-briefs.ts'
import type { Database } from '../platform/database/open.ts'
import { companies } from '../platform/database/schema/accounts-and-companies.ts'
import { metricsOf } from './metrics/metrics.ts'
import { inboundStore } from './store.ts'
import { updateArticles } from './update-articles.ts'

type Needs = {
  database: Database
  clock: Clock
  briefs: Pick<Briefs, 'rewriteOverrides'>
  publicUrl: string
}

/** The payload of the job that files it. */
export type LoadedSample = { userId: string; companyIds: number[] }

export type SampleUpdate = ReturnType<typeof createSampleUpdate>

/** A founder's email in the sample portfolio, as if it had been received, so that all of the product is there to see. */
export const createSampleUpdate = ({ database, clock, ...needs }: Needs) => ({
  file: ({ userId, companyIds }: LoadedSample): Promise<void> =>
    database.asSystem(async (queries) => {
      const [company] = await queries
        .select({ id: companies.id, name: companies.name })
        .from(companies)
        .where(
          and(
            eq(companies.userId, userId),
            inArray(companies.id, companyIds),
            eq(companies.name, SAMPLE.company),
            eq(companies.isSample, true),
            isNull(companies.removedAt),
          ),
        )
        .for('update')
      if (!company) return
      const now = clock()
      const sentAt = new Date(now.getTime() - SAMPLE.hoursAgo * HOUR_MS)
      const store = inboundStore(queries)
      const email = { userId, hash: `sample ${company.id}`, raw: Buffer.of(), receivedAt: sentAt }
      const id = await store.insert(email)
      if (id === null) return
      const { senderName, senderAddress, subject, text } = SAMPLE
      const said = { senderName, senderAddress, subject, text, sentAt }
      const metrics = metricsOf(said, company.id, [company])
      const filed = { ...said, metrics, companyId: company.id }
      const articleId = await updateArticles(queries, needs).publish({ ...filed, id, userId }, now)
      await store.update(id, { ...filed, state: 'filed', raw: null, isProven: true, articleId })
    }),
})
