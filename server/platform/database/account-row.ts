import { and, desc, eq, isNull } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { EntitlementInput } from '#domain/account/entitlement.ts'
import { grants, subscriptions } from './schema/billing.ts'
import { notifyUser } from '../live/topics.ts'
import type { Queries } from './open.ts'
import type { users } from './schema/accounts-and-companies.ts'

type SubscriptionRow = typeof subscriptions.$inferSelect

export type AccountRow = typeof users.$inferSelect &
  Pick<EntitlementInput, 'grants'> & { subscription: SubscriptionRow | null }

/** For a lateral join; a permanent grant comes first. */
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

export async function notifyEntitlementChanged(queries: Queries, userId: string): Promise<void> {
  await notifyUser(queries, 'tidings_entitlement', userId)
}
