import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { EntitlementInput } from '#domain/account/entitlement.ts'
import { grants, subscriptions } from './schema/billing.ts'
import type { Queries } from './open.ts'
import type { users } from './schema/accounts-and-companies.ts'

type SubscriptionRow = typeof subscriptions.$inferSelect

/** A profile's row together with all that decides what it may use. */
export type AccountRow = typeof users.$inferSelect &
  Pick<EntitlementInput, 'grants'> & { subscription: SubscriptionRow | null }

/** The grant that lasts longest of those that were not taken back, one for good before any other; joined laterally. */
export const longestGrant = (queries: Queries, userId: PgColumn) =>
  queries
    .select({ id: grants.id, endsAt: grants.endsAt })
    .from(grants)
    .where(and(eq(grants.userId, userId), isNull(grants.revokedAt)))
    .orderBy(desc(grants.endsAt))
    .limit(1)
    .as('longest_grant')

type Joined = {
  account: typeof users.$inferSelect
  subscription: SubscriptionRow | null
  grantId: number | null
  grantEndsAt: Date | null
}

export const accountRowOf = ({ account, subscription, grantId, grantEndsAt }: Joined): AccountRow => ({
  ...account,
  subscription,
  grants: grantId === null ? [] : [{ endsAt: grantEndsAt, revokedAt: null }],
})

/** Whoever has this user's pages open hears, once it is committed, that their rights may have changed. */
export async function notifyEntitlementChanged(queries: Queries, userId: string): Promise<void> {
  await queries.execute(sql`select pg_notify('tidings_entitlement', ${userId})`)
}
