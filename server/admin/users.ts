import { and, count, desc, eq, isNull, or, sql, isNotNull } from 'drizzle-orm'
import {
  NOT_SUPPRESSED,
  USER_NOT_FOUND,
  type AdminUser,
  type AdminUserPage,
  type Closing,
  type RefundedPayment,
} from '#domain/admin/users.ts'
import { entitlement, statusOf } from '#domain/account/entitlement.ts'
import { AppError } from '#domain/errors.ts'
import { accountsQuery, accountStore } from '../account/store.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import { companies, users } from '../platform/database/schema/accounts-and-companies.ts'
import { accountRowOf, type AccountRow, notifyEntitlementChanged } from '../platform/database/account-row.ts'
import type { Clock } from '#domain/time.ts'
import type { Auth } from '../auth/auth.ts'
import type { Suppressions } from '../platform/email/suppressions.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { writeAudit } from './audit.ts'
import { findUser, type Grants, withAccessChange } from './grants.ts'
import type { BillingAdministration } from '../billing/admin-actions.ts'

const MAX_FOUND = 50
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Needs = {
  database: Database
  clock: Clock
  grants: Grants
  suppressions: Pick<Suppressions, 'find' | 'lift'>
  adminEmails: string[]
}

export function createUserAdmin({ database, clock, grants, suppressions, adminEmails }: Needs) {
  const toUser = (row: AccountRow): AdminUser => {
    const right = entitlement(row, clock())
    return {
      id: row.id,
      email: row.email,
      firstName: row.firstName,
      lastName: row.lastName,
      role: row.role,
      isNamedInSettings: adminEmails.includes(row.email.toLowerCase()),
      createdAt: row.createdAt.toISOString(),
      trialEndsAt: row.trialEndsAt?.toISOString() ?? null,
      subscriptionStatus: statusOf(right),
      entitlement: right,
    }
  }

  async function get(id: string): Promise<AccountRow> {
    const [found] = UUID.test(id) ? await accountsQuery(database.system).where(eq(users.id, id)) : []
    if (!found) throw new AppError('not-found', USER_NOT_FOUND)
    return accountRowOf(found)
  }

  return {
    async liftSuppression(actor: string, id: string): Promise<void> {
      const { email } = await get(id)
      if (!(await suppressions.lift(email))) throw new AppError('not-found', NOT_SUPPRESSED)
      await writeAudit(database.system, { at: clock(), actor, act: 'lift-suppression', userId: id, details: {} })
    },

    async find(asked: string): Promise<AdminUser[]> {
      const rows = await accountsQuery(database.system)
        .where(asked === '' ? undefined : matches(asked))
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(MAX_FOUND)
      return rows.map((row) => toUser(accountRowOf(row)))
    },

    /** Viewing an account is recorded in the audit log. */
    async look(actor: string, id: string): Promise<AdminUserPage> {
      const row = await get(id)
      const suppression = await suppressions.find(row.email)
      const [tracked] = await database.system
        .select({ n: count() })
        .from(companies)
        .where(and(eq(companies.userId, row.id), isNull(companies.removedAt)))
      await writeAudit(database.system, { at: clock(), actor, act: 'view-user', userId: row.id, details: {} })
      return {
        ...toUser(row),
        companies: tracked?.n ?? 0,
        suppression: suppression && { ...suppression, since: suppression.since.toISOString() },
        grants: await grants.list(row.id),
        subscription: row.subscription && {
          status: row.subscription.status,
          currentPeriodEnd: row.subscription.currentPeriodEnd?.toISOString() ?? null,
          cancelAt: row.subscription.cancelAt?.toISOString() ?? null,
          syncedAt: row.subscription.syncedAt.toISOString(),
        },
      }
    },
  }
}

function matches(asked: string) {
  const part = `%${asked.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const name = sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`
  return or(
    sql`${users.email} ilike ${part}`,
    sql`${name} ilike ${part}`,
    UUID.test(asked) ? eq(users.id, asked) : undefined,
  )
}

type ClosingNeeds = {
  database: Database
  clock: Clock
  queue: Queue
  auth: Pick<Auth, 'endSessions'>
  billing: Pick<BillingAdministration, 'close'>
}
type Actor = { id: string; name: string }

/** A closed user is signed out everywhere but can still sign in to export their data or delete the account. */
export function createClosing({ database, clock, queue, auth, billing }: ClosingNeeds) {
  async function change(queries: Queries, id: string, disabledAt: Date | null): Promise<boolean> {
    const isOther = disabledAt ? isNull(users.disabledAt) : isNotNull(users.disabledAt)
    const now = clock()
    const { rowCount } = await withAccessChange(queries, { queue, userId: id, now }, () =>
      queries
        .update(users)
        .set({ disabledAt, updatedAt: now })
        .where(and(eq(users.id, id), isOther)),
    )
    if (rowCount === 1) {
      await notifyEntitlementChanged(queries, id)
      return true
    }
    const [known] = await queries.select({ id: users.id }).from(users).where(eq(users.id, id))
    if (!known) throw new AppError('not-found', USER_NOT_FOUND)
    return false
  }

  return {
    /** Closing an account that is already closed does nothing and isn't recorded. */
    async disable(actor: Actor, id: string, { reason }: Closing): Promise<void> {
      if (!UUID.test(id)) throw new AppError('not-found', USER_NOT_FOUND)
      if (id.toLowerCase() === actor.id) throw new AppError('conflict', 'You cannot close your own account.')
      const at = clock()
      await database.asSystem(async (queries) => {
        if (!(await change(queries, id, at))) return
        await auth.endSessions(queries, id)
        await billing.close(queries, id)
        const about = String(at.getTime())
        await queue.enqueue(queries, 'reminders.email', {
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

export function setAdministrator(
  database: Database,
  actor: string,
  email: string,
  isAdmin: boolean,
  now: Date,
): Promise<void> {
  return database.asSystem(async (queries) => {
    const userId = await findUser(queries, { email })
    await queries
      .update(users)
      .set({ role: isAdmin ? 'admin' : 'user', updatedAt: now })
      .where(eq(users.id, userId))
    const act = isAdmin ? 'make-administrator' : 'remove-administrator'
    await writeAudit(queries, { at: now, actor, act, userId, details: {} })
  })
}

type SubscriptionNeeds = { database: Database; clock: Clock; billing: Pick<BillingAdministration, 'cancel' | 'refund'> }

export function createSubscriptions({ database, clock, billing }: SubscriptionNeeds) {
  async function known(id: string): Promise<string> {
    const user = UUID.test(id) ? await accountStore(database.system).find(id) : null
    if (!user) throw new AppError('not-found', USER_NOT_FOUND)
    return user.id
  }

  return {
    async cancel(actor: string, id: string, { reason }: Closing): Promise<void> {
      const userId = await known(id)
      await billing.cancel(userId, (queries, details) =>
        writeAudit(queries, {
          at: clock(),
          actor,
          act: 'cancel-subscription',
          userId,
          details: { ...details, reason },
        }),
      )
    },

    async refund(actor: string, id: string, { reason }: Closing): Promise<RefundedPayment> {
      const userId = await known(id)
      return billing.refund(userId, (queries, details) =>
        writeAudit(queries, {
          at: clock(),
          actor,
          act: 'refund-payment',
          userId,
          details: { ...details, reason },
        }),
      )
    },
  }
}
