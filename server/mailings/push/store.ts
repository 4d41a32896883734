import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'
import { pushDeliveries, pushDevices } from '../../platform/database/schema/mailings.ts'

export type DeviceRow = typeof pushDevices.$inferSelect
export type PushDelivery = typeof pushDeliveries.$inferSelect
type NewDevice = Omit<typeof pushDevices.$inferInsert, 'userId'>

/** Scoped to one user; runs inside that user's transaction. */
export const pushStore = (queries: Queries, userId: string) => {
  const own = (id: number) => and(eq(pushDevices.id, id), eq(pushDevices.userId, userId))
  return {
    list: (): Promise<DeviceRow[]> =>
      queries
        .select()
        .from(pushDevices)
        .where(eq(pushDevices.userId, userId))
        .orderBy(asc(pushDevices.createdAt), asc(pushDevices.id)),

    async find(id: number): Promise<DeviceRow | null> {
      const [row] = await queries.select().from(pushDevices).where(own(id))
      return row ?? null
    },

    /** Sending the same subscription again replaces its stored details. */
    async insert(device: NewDevice): Promise<DeviceRow> {
      const { endpoint: _same, endpointHash: _hash, ...known } = device
      const [row] = await queries
        .insert(pushDevices)
        .values({ ...device, userId })
        .onConflictDoUpdate({ target: [pushDevices.userId, pushDevices.endpointHash], set: known })
        .returning()
      if (!row) throw new Error('the device was not returned')
      return row
    },

    async update(id: number, change: Partial<DeviceRow>): Promise<void> {
      await queries.update(pushDevices).set(change).where(own(id))
    },

    async remove(id: number): Promise<boolean> {
      return (await queries.delete(pushDevices).where(own(id))).rowCount === 1
    },

    /** Creates one delivery of the mailing per device. */
    async prepare(mailingId: number, devices: DeviceRow[], now: Date): Promise<void> {
      await queries
        .insert(pushDeliveries)
        .values(devices.map(({ id }) => ({ userId, deviceId: id, mailingId, createdAt: now, nextAttemptAt: now })))
        .onConflictDoNothing()
    },

    /** The mailings that the device hasn't received yet. */
    async waiting(deviceId: number): Promise<number[]> {
      const rows = await queries
        .select({ mailingId: pushDeliveries.mailingId })
        .from(pushDeliveries)
        .where(
          and(
            eq(pushDeliveries.deviceId, deviceId),
            eq(pushDeliveries.userId, userId),
            isNotNull(pushDeliveries.nextAttemptAt),
          ),
        )
      return rows.map(({ mailingId }) => mailingId)
    },

    async record(id: number, result: Partial<PushDelivery>): Promise<void> {
      await queries
        .update(pushDeliveries)
        .set(result)
        .where(and(eq(pushDeliveries.id, id), eq(pushDeliveries.userId, userId)))
    },
  }
}

/** For jobs, which handle all users. */
export const pushJobStore = (queries: Queries) => ({
  /** Reserves deliveries until the given time. If this worker dies, another one picks them up after that. */
  async claim(now: Date, until: Date, limit: number): Promise<PushDelivery[]> {
    const due = queries
      .select({ id: pushDeliveries.id })
      .from(pushDeliveries)
      .where(lte(pushDeliveries.nextAttemptAt, now))
      .orderBy(pushDeliveries.nextAttemptAt, pushDeliveries.id)
      .limit(limit)
      .for('update', { skipLocked: true })
    return queries
      .update(pushDeliveries)
      .set({ nextAttemptAt: until, attempts: sql`${pushDeliveries.attempts} + 1` })
      .where(sql`${pushDeliveries.id} in ${due}`)
      .returning()
  },
})
