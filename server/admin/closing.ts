import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { USER_NOT_FOUND, type Closing } from '#domain/admin.ts'
import { AppError } from '#domain/errors.ts'
import type { BillingAdministration } from '../billing/administration.ts'
import type { Database, Queries } from '../database/open.ts'
import { users } from '../database/schema.ts'
import { tellStandingChanged } from '../database/standing.ts'
import type { Auth, Clock, Queue } from '../ports.ts'
import { writeAudit } from './audit.ts'
import { withOpening } from './opening.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Needs = {
  database: Database
  clock: Clock
  queue: Queue
  auth: Pick<Auth, 'endSessions'>
  billing: Pick<BillingAdministration, 'close'>
}
type Actor = { id: string; name: string }

/**
 * Closing somebody's account, and opening it again. Whoever is closed out is signed out everywhere and may use nothing,
 * but can still sign in to take their data along or delete the account. Their subscription is canceled at the provider.
 */
export function createClosing({ database, clock, queue, auth, billing }: Needs) {
  async function change(queries: Queries, id: string, disabledAt: Date | null): Promise<boolean> {
    const isOther = disabledAt ? isNull(users.disabledAt) : isNotNull(users.disabledAt)
    const now = clock()
    const { rowCount } = await withOpening(queries, { queue, userId: id, now }, () =>
      queries
        .update(users)
        .set({ disabledAt, updatedAt: now })
        .where(and(eq(users.id, id), isOther)),
    )
    if (rowCount === 1) {
      await tellStandingChanged(queries, id)
      return true
    }
    const [known] = await queries.select({ id: users.id }).from(users).where(eq(users.id, id))
    if (!known) throw new AppError('not-found', USER_NOT_FOUND)
    return false
  }

  return {
    /** Closing what is closed changes nothing, and is not on record. */
    async disable(actor: Actor, id: string, { reason }: Closing): Promise<void> {
      if (!UUID.test(id)) throw new AppError('not-found', USER_NOT_FOUND)
      if (id.toLowerCase() === actor.id) throw new AppError('conflict', 'You cannot close your own account.')
      const at = clock()
      await database.asSystem(async (queries) => {
        if (!(await change(queries, id, at))) return
        await auth.endSessions(queries, id)
        await billing.close(queries, id)
        const about = String(at.getTime())
        await queue.enqueue(queries, 'reminders.letter', {
          userId: id,
          kind: 'account-closed',
          about,
          at: at.toISOString(),
        })
        const details = { reason }
        await writeAudit(queries, { at, actor: actor.name, act: 'disable-user', userId: id, details })
      })
    },

    async enable(actor: Actor, id: string): Promise<void> {
      if (!UUID.test(id)) throw new AppError('not-found', USER_NOT_FOUND)
      await database.asSystem(async (queries) => {
        if (!(await change(queries, id, null))) return
        const entry = { at: clock(), actor: actor.name, act: 'enable-user', userId: id, details: {} }
        await writeAudit(queries, entry)
      })
    },
  }
}
