import type { ModelChoice, Profile, ProfileChange } from '#domain/account.ts'
import { entitlement, trialEnd } from '#domain/billing.ts'
import { AppError } from '#domain/errors.ts'
import type { Database, Queries } from '../database/open.ts'
import type { Clock, Identity, KeyedHash } from '../ports.ts'
import { normalAddress } from './normal-address.ts'
import { accountStore, type UserRow } from './store.ts'

export type Accounts = ReturnType<typeof createAccounts>

type Needs = { database: Database; clock: Clock; hash: KeyedHash }

export function createAccounts({ database, clock, hash }: Needs) {
  const store = accountStore(database.system)
  const addressHashes = (email: string) => (email === '' ? [] : hash('past-trial', normalAddress(email)))

  return {
    /** The profile of whoever is signed in, made on first sight when the auth service is not ours. */
    async load(identity: Identity): Promise<Profile> {
      const row =
        identity.account ?? (await store.find(identity.id)) ?? (await this.start(database.system, identity))
      return toProfile(row, clock())
    },

    /** A new account: 14 days of trial from now, unless this address had them before; the first name from the e-mail's local part. */
    async start(queries: Queries, { id, email, firstName }: NewAccount): Promise<UserRow> {
      const now = clock()
      const past = await accountStore(queries).pastTrialEnd(addressHashes(email))
      await accountStore(queries).insertIfAbsent({
        id,
        email,
        firstName: firstName ?? (email.split('@')[0] || null),
        subscriptionStatus: 'trial',
        trialEndsAt: past ?? trialEnd(now),
        createdAt: now,
        updatedAt: now,
      })
      const row = await accountStore(queries).find(id)
      if (!row) throw new AppError('not-found', 'No user found')
      return row
    },

    async edit(userId: string, change: ProfileChange | ModelChoice): Promise<Profile> {
      const row = await database.asUser(userId, (queries) =>
        accountStore(queries).update(userId, change, clock()),
      )
      if (!row) throw new AppError('not-found', 'No user found')
      return toProfile(row, clock())
    },

    /** Called in the transaction in which the auth service has confirmed the address. */
    changeEmail: (queries: Queries, userId: string, email: string) =>
      accountStore(queries).updateEmail(userId, email, clock()),

    async export(userId: string): Promise<Record<string, object[]>> {
      const row = await store.find(userId)
      return { users: row ? [row] : [] }
    },

    /** Removes the profile and remembers, as a keyed hash alone, until when its address had a trial. */
    async erase(queries: Queries, userId: string): Promise<void> {
      const row = await accountStore(queries).find(userId)
      if (!row) return
      const [current] = addressHashes(row.email)
      if (current)
        await accountStore(queries).rememberTrial(current, row.trialEndsAt ?? trialEnd(row.createdAt))
      await accountStore(queries).remove(userId)
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
    usesModel: row.usesModel,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    entitlement: right,
  }
}
