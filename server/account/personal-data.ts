import { randomUUID } from 'node:crypto'
import type { Database, Queries } from '../platform/database/open.ts'
import { exportFiles } from './export-files.ts'
import type { Auth, Identity } from '../auth/auth.ts'
import type { Clock } from '#domain/time.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { zipStream } from '../platform/zip.ts'
import { accountStore } from './store.ts'

/** Providers are listed in compose.ts; a test goes through all tables to make sure that none is missing. */
export type PersonalDataProvider = {
  /** The rows to export, by table. */
  export: (userId: string) => Promise<Record<string, object[]>>
  erase: (queries: Queries, userId: string) => Promise<void>
}

export type PersonalData = ReturnType<typeof createPersonalData>

type Needs = {
  database: Database
  clock: Clock
  auth: Pick<Auth, 'confirmIdentity'>
  queue: Queue
  providers: PersonalDataProvider[]
  eraseAll: PersonalDataProvider['erase']
}

export function createPersonalData({ database, clock, auth, queue, providers, eraseAll }: Needs) {
  return {
    async export(userId: string): Promise<ReadableStream<Uint8Array>> {
      const tables: [string, object[]][] = []
      for (const provider of providers) tables.push(...Object.entries(await provider.export(userId)))
      const now = clock()
      return ReadableStream.from(zipStream(exportFiles(tables, now), now))
    },

    /** A restored backup must not bring deleted accounts back. */
    async eraseRestored(): Promise<number> {
      const back = await accountStore(database.system).listRestored()
      for (const userId of back) await database.asSystem((queries) => eraseAll(queries, userId))
      return back.length
    },

    async erase(identity: Identity, password: string, peer: string): Promise<void> {
      await auth.confirmIdentity(identity, password, peer)
      await database.asSystem(async (queries) => {
        await eraseAll(queries, identity.id)
        if (identity.email) {
          await queue.enqueue(queries, 'auth.email', {
            kind: 'account-deleted',
            to: identity.email,
            nonce: randomUUID(),
            at: clock().toISOString(),
          })
        }
      })
    },
  }
}
