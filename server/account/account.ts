import type { Profile, ProfileChange } from '#domain/account.ts'
import { entitlement, trialEnd } from '#domain/billing.ts'
import { AppError } from '#domain/errors.ts'
import type { Database, Queries } from '../database/open.ts'
import type { Clock, Identity } from '../ports.ts'
import { accountStore, type UserRow } from './store.ts'

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts({ database, clock }: { database: Database; clock: Clock }) {
  const store = accountStore(database.system)

  return {
    /** The profile of whoever is signed in, made on first sight when the auth service is not ours. */
    async load(identity: Identity): Promise<Profile> {
      const row = identity.account ?? (await store.find(identity.id)) ?? (await this.start(database.system, identity))
      return toProfile(row, clock())
    },

    /** A new account: 14 days of trial from now, the first name from the e-mail's local part. */
    async start(queries: Queries, { id, email, firstName }: NewAccount): Promise<UserRow> {
      const now = clock()
      await accountStore(queries).insertIfAbsent({
        id,
        email,
        firstName: firstName ?? (email.split('@')[0] || null),
        subscriptionStatus: 'trial',
        trialEndsAt: trialEnd(now),
        createdAt: now,
        updatedAt: now,
      })
      const row = await accountStore(queries).find(id)
      if (!row) throw new AppError('not-found', 'No user found')
      return row
    },

    async edit(userId: string, change: ProfileChange): Promise<Profile> {
      const row = await database.asUser(userId, (queries) =>
        accountStore(queries).update(userId, change, clock()),
      )
      if (!row) throw new AppError('not-found', 'No user found')
      return toProfile(row, clock())
    },

    expireTrials: () => store.expireTrials(clock()),
  }
}

type NewAccount = { id: string; email: string; firstName?: string | null }

/** The row as the browser may know it: the three status words are computed, never read from a stale column. */
function toProfile(row: UserRow, now: Date): Profile {
  const right = entitlement(row, now)
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.profileImageUrl,
    subscriptionStatus: right.reason,
    stripeCustomerId: null,
    stripeSubscriptionId: null,
    trialEndsAt: row.trialEndsAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    entitlement: right,
  }
}
