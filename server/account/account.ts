import { SubscriptionStatus, type ModelChoice, type Profile, type ProfileChange } from '#domain/account/profile.ts'
import { entitlement, paidAccess, statusOf, trialEnd } from '#domain/account/entitlement.ts'
import { PRICE } from '#domain/account/plan.ts'
import type { Price } from '#domain/account/price.ts'
import { AppError } from '#domain/errors.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import type { AccountRow } from '../platform/database/account-row.ts'
import type { Clock } from '#domain/time.ts'
import type { Identity, KeyedHash, Auth } from '../auth/auth.ts'
import { accountStore } from './store.ts'
import type { EventBus, LiveEvent } from '../platform/live/event-bus.ts'
import type { SessionCheck } from '../platform/live/event-routes.ts'

export type Accounts = ReturnType<typeof createAccounts>

type Needs = {
  database: Database
  clock: Clock
  hash: KeyedHash
  /** In lowercase. They only count once the user has confirmed the address. */
  adminEmails?: string[]
}

const STATUS_BATCH_SIZE = 500
const TRIAL_BATCH_SIZE = 500

export function createAccounts({ database, clock, hash, adminEmails = [] }: Needs) {
  const store = accountStore(database.system)
  const addressHashes = (email: string) => (email === '' ? [] : hash('past-trial', normalizeEmail(email)))

  /** The setting only adds administrators; it never removes any. */
  async function roleOf(row: AccountRow, { email, confirmedEmail }: Identity): Promise<Profile['role']> {
    if (row.disabledAt) return 'user'
    if (row.role === 'admin' || !adminEmails.includes(email.toLowerCase())) return row.role
    const proven = (await confirmedEmail?.()) ?? null
    return proven !== null && adminEmails.includes(proven.toLowerCase()) ? 'admin' : 'user'
  }

  const endOfTrial = ({ trialEndsAt, createdAt }: AccountRow) => trialEndsAt ?? trialEnd(createdAt)

  async function rememberTrial(queries: Queries, email: string, end: Date): Promise<void> {
    const [current] = addressHashes(email)
    if (current) await accountStore(queries).rememberTrial(current, end)
  }

  /** Each address gets one trial, so the end of an earlier one takes precedence. */
  async function claimTrial(queries: Queries, email: string, end: Date): Promise<Date> {
    const past = await accountStore(queries).pastTrialEnd(addressHashes(email))
    if (past) return past
    await rememberTrial(queries, email, end)
    // A concurrent sign-up with another spelling of the same address may have been faster.
    return (await accountStore(queries).pastTrialEnd(addressHashes(email))) ?? end
  }

  /** Signing in proves the address, which uses up its trial. */
  async function withClaimedTrial(row: AccountRow): Promise<AccountRow> {
    if (row.isTrialRemembered || row.email === '') return row
    return database.asSystem(async (queries) => {
      await accountStore(queries).setTrial(row.id, await claimTrial(queries, row.email, endOfTrial(row)))
      return (await accountStore(queries).find(row.id)) ?? row
    })
  }

  async function changeEmail(queries: Queries, userId: string, email: string): Promise<void> {
    const row = await accountStore(queries).find(userId)
    // Both the old and the new address have used this trial.
    if (row) for (const address of [row.email, email]) await rememberTrial(queries, address, endOfTrial(row))
    await accountStore(queries).updateEmail(userId, email, clock())
  }

  /** A hosted auth service doesn't say when an address changes. */
  async function withCurrentEmail(row: AccountRow, { email, account }: Identity): Promise<AccountRow> {
    if (account || row.email === email || email === '') return row
    return database.asSystem(async (queries) => {
      await changeEmail(queries, row.id, email)
      return (await accountStore(queries).find(row.id)) ?? row
    })
  }

  return {
    /** With a hosted auth service, creates the profile on the first request. */
    async load(identity: Identity): Promise<Profile> {
      const found = identity.account ?? (await store.find(identity.id)) ?? (await this.start(database.system, identity))
      const row = await withClaimedTrial(await withCurrentEmail(found, identity))
      return toProfile(row, await roleOf(row, identity), clock())
    },

    /** For whoever may see the account without being its user. */
    profileOf: (row: AccountRow): Profile => toProfile(row, 'user', clock()),

    async start(
      queries: Queries,
      { id, email, firstName, source = null, isProven = true }: NewAccount,
    ): Promise<AccountRow> {
      const now = clock()
      const isClaimed = isProven && email !== ''
      const trialEndsAt = isClaimed
        ? await claimTrial(queries, email, trialEnd(now))
        : ((await accountStore(queries).pastTrialEnd(addressHashes(email))) ?? trialEnd(now))
      await accountStore(queries).insertIfAbsent({
        id,
        email,
        firstName: firstName ?? (email.split('@')[0] || null),
        subscriptionStatus: 'trial',
        source,
        trialEndsAt,
        isTrialRemembered: isClaimed,
        createdAt: now,
        updatedAt: now,
      })
      const row = await accountStore(queries).find(id)
      if (!row) throw new AppError('not-found', 'No user found')
      return row
    },

    async edit({ id, role }: Profile, change: ProfileChange | ModelChoice): Promise<Profile> {
      await database.asUser(id, (queries) => accountStore(queries).update(id, change, clock()))
      const row = await store.find(id)
      if (!row) throw new AppError('not-found', 'No user found')
      return toProfile(row, role, clock())
    },

    async rename(queries: Queries, userId: string, firstName: string | null): Promise<void> {
      const row = await accountStore(queries).find(userId)
      if (!row) return
      const name = firstName ?? (row.email.split('@')[0] || null)
      await accountStore(queries).update(userId, { firstName: name }, clock())
    },

    /** Called in the transaction that confirms the address. */
    changeEmail,

    async export(userId: string): Promise<Record<string, object[]>> {
      const found = await store.find(userId)
      if (!found) return { users: [] }
      const { subscription: _subscription, grants: _grants, ...row } = found
      return { users: [row] }
    },

    /** Keeps only a keyed hash of the address, with the end of its trial. */
    async erase(queries: Queries, userId: string): Promise<void> {
      await accountStore(queries).rememberErasure(userId, clock())
      const row = await accountStore(queries).find(userId)
      if (!row) return
      await rememberTrial(queries, row.email, endOfTrial(row))
      await accountStore(queries).remove(userId)
    },

    /** Runs at startup, for accounts older than trial tracking. */
    async rememberTrials(): Promise<void> {
      for (;;) {
        const rows = await store.unrememberedTrials(TRIAL_BATCH_SIZE)
        await database.asSystem(async (queries) => {
          for (const row of rows) {
            await rememberTrial(queries, row.email, endOfTrial(row))
            await accountStore(queries).setTrial(row.id, endOfTrial(row))
          }
        })
        if (rows.length < TRIAL_BATCH_SIZE) return
      }
    },

    /** The stored status is informational; access is always computed. */
    async writeStatuses(): Promise<number> {
      const now = clock()
      let [written, after]: [number, string | null] = [0, null]
      for (;;) {
        const rows: AccountRow[] = await store.changeable(after, now, STATUS_BATCH_SIZE)
        const stale = rows.map((row) => ({ row, status: statusOf(entitlement(row, now)) }))
        for (const status of SubscriptionStatus.options) {
          const ids = stale.filter(({ row, status: next }) => next === status && row.subscriptionStatus !== next)
          await store.writeStatus(
            ids.map(({ row }) => row.id),
            status,
            now,
          )
          written += ids.length
        }
        after = rows.at(-1)?.id ?? null
        if (rows.length < STATUS_BATCH_SIZE) return written
      }
    },
  }
}

type NewAccount = {
  id: string
  email: string
  firstName?: string | null
  source?: string | null
  /** An unproven address doesn't use up its trial. */
  isProven?: boolean
}

/** Status is computed, never read from the stale column. */
function toProfile(row: AccountRow, role: Profile['role'], now: Date): Profile {
  const right = entitlement(row, now)
  // The user interface takes a subscription id to mean "paid".
  const paid = paidAccess(row.subscription, now) ? row.subscription : null
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.profileImageUrl,
    role,
    subscriptionStatus: statusOf(right),
    stripeCustomerId: paid?.customerId ?? null,
    stripeSubscriptionId: paid?.subscriptionId ?? null,
    trialEndsAt: row.trialEndsAt?.toISOString() ?? null,
    usesModel: row.usesModel,
    wantsReminders: row.wantsReminders,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    entitlement: right,
    ...(paid && isOtherPrice(paid) ? { price: paid.discount ? null : paid.price } : {}),
  }
}

/** Rows written before prices were stored have the plan's. */
const isOtherPrice = ({ price, discount }: NonNullable<AccountRow['subscription']>) =>
  discount !== null || (price !== null && priceKey(price) !== priceKey(PRICE))

const priceKey = ({ cents, currency, interval, plusTax = false }: Price) =>
  `${cents} ${currency} ${interval} ${plusTax}`

const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/** Ignores case, a `+tag` and, for providers that ignore them, dots. */
function normalizeEmail(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const bare = local.replace(/\+.*$/, '') || local
  return WITHOUT_DOTS.has(domain) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}

const ENTITLEMENT_CHANGED: LiveEvent = { name: 'entitlement', data: {} }

type LiveNeeds = {
  events: Pick<EventBus, 'register' | 'publish'>
  auth: Pick<Auth, 'identify'>
  accounts: Pick<Accounts, 'load'>
}

export function createLiveEntitlement({ events, auth, accounts }: LiveNeeds) {
  events.register({
    topics: { tidings_entitlement: (userId) => events.publish([userId], ENTITLEMENT_CHANGED) },
  })

  return {
    async checkSession(bearer: string): Promise<SessionCheck> {
      const identity = await auth.identify(bearer)
      if (!identity) return { isValid: false }
      const { entitlement: right } = await accounts.load(identity)
      return right.hasAccess ? { isValid: true } : { isValid: false, lastEvent: ENTITLEMENT_CHANGED }
    },
  }
}
