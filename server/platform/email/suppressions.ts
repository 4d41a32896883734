import { inArray } from 'drizzle-orm'
import { messageOf } from '#domain/errors.ts'
import type { ShownSuppression } from '#domain/mailings/suppression.ts'
import type { Clock } from '#domain/time.ts'
import type { Database } from '../database/open.ts'
import { suppressedAddresses } from '../database/schema/email.ts'
import type { Log } from '../log.ts'
import type { MetricReader } from '../metrics/http-metrics.ts'
import { isAddressRefused, withoutPeople } from './refusal.ts'
import type { EmailTransport } from './transport.ts'

export type Suppression = { reason: ShownSuppression['reason']; detail: string; since: Date }
export type Suppressions = ReturnType<typeof createSuppressions>

type Needs = { database: Database; clock: Clock; hash: (purpose: string, value: string) => string[]; log: Log }

/** Addresses that refuse our emails or complained about them. */
export function createSuppressions({ database, clock, hash, log }: Needs) {
  const { system } = database
  const hashesOf = (address: string) => hash('suppressed-address', address.trim().toLowerCase())
  const isOf = (address: string) => inArray(suppressedAddresses.addressHash, hashesOf(address))

  async function find(address: string): Promise<Suppression | null> {
    const [row] = await system.select().from(suppressedAddresses).where(isOf(address))
    return row ? { reason: row.reason, detail: row.detail, since: row.since } : null
  }

  return {
    find,

    /** The first reason is kept, except that a complaint outweighs it. */
    async add(address: string, reason: Suppression['reason'], said: string): Promise<void> {
      const [addressHash = ''] = hashesOf(address)
      const row = { reason, detail: withoutPeople(said), since: clock() }
      const values = system.insert(suppressedAddresses).values({ addressHash, ...row })
      const { rowCount } = await (reason === 'complained'
        ? values.onConflictDoUpdate({ target: suppressedAddresses.addressHash, set: row })
        : values.onConflictDoNothing())
      if (rowCount) log.warn({ event: 'email.suppressed', reason, detail: row.detail }, 'address gets no more email')
    },

    /** False if it was not suppressed. */
    lift: async (address: string): Promise<boolean> =>
      ((await system.delete(suppressedAddresses).where(isOf(address))).rowCount ?? 0) > 0,
  }
}

/**
 * Ends an email that its address refuses instead of failing, because no later attempt can succeed. Suppressed addresses
 * get only what their owner asked for, such as a link to sign in.
 */
export function suppressing(mail: EmailTransport, suppressions: Suppressions, log: Log) {
  let refused = 0
  const transport: EmailTransport = {
    async send(email) {
      if (!email.isAboutSignIn && (await suppressions.find(email.to)))
        return log.info({ event: 'email.withheld', kind: email.kind }, 'email withheld from a suppressed address')
      try {
        await mail.send(email)
      } catch (error) {
        if (!isAddressRefused(error)) throw error
        refused += 1
        await suppressions.add(email.to, 'refused', messageOf(error))
      }
    },
  }
  const metric: MetricReader = {
    name: 'mail_refused_total',
    help: 'Emails whose address the mail server refused for good',
    type: 'counter',
    read: async () => refused,
  }
  return { mail: transport, metrics: [metric] }
}
