import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { companies, users } from './accounts-and-companies.ts'
import { savedViews } from './reading.ts'
import { moment, ownRows, sameOwner } from './row-security.ts'

const ofOwner = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** `user_id` is the owner. Ended shares are kept until their visits are too old to be shown. */
export const shares = pgTable(
  'shares',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofOwner(),
    guestEmail: text().notNull(),
    /** Set when the invitation is accepted; from then on the account has access, whatever its address. */
    guestId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Null if `viewId` is set, and for the whole portfolio. */
    companyId: integer(),
    viewId: integer(),
    withPositions: boolean().notNull(),
    withUpdates: boolean().notNull(),
    /** The invitation's token is derived from this with a secret that is not in the database. */
    nonce: text().notNull(),
    tokenHash: text().notNull(),
    createdAt: moment().notNull(),
    acceptedAt: moment(),
    endedAt: moment(),
  },
  (table) => [
    uniqueIndex('shares_with_owner').on(table.id, table.userId).concurrently(),
    sameOwner('shares_view_id_of_owner', [table.viewId, table.userId], [savedViews.id, savedViews.userId]),
    sameOwner('shares_company_id_of_owner', [table.companyId, table.userId], [companies.id, companies.userId]),
    uniqueIndex('shares_token_once').on(table.tokenHash),
    uniqueIndex('shares_once')
      .on(table.userId, table.guestEmail, sql`coalesce(${table.companyId}, 0)`, sql`coalesce(${table.viewId}, 0)`)
      .where(sql`${table.endedAt} is null`),
    index('shares_of_guest').on(table.guestId),
    index('shares_of_company').on(table.companyId),
    index('shares_of_view').on(table.viewId),
    check('shares_cover_one', sql`${table.companyId} is null or ${table.viewId} is null`),
    ...ownRows('user_id'),
  ],
)

/** The owner's log of each time a guest read something. */
export const shareVisits = pgTable(
  'share_visits',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: ofOwner(),
    shareId: integer().notNull(),
    /** Null for the list of everything that is shared. */
    companyId: integer().references(() => companies.id, { onDelete: 'set null' }),
    at: moment().notNull(),
  },
  (table) => [
    sameOwner('share_visits_share_id_of_owner', [table.shareId, table.userId], [shares.id, shares.userId]),
    index('share_visits_of_user').on(table.userId, table.at),
    index('share_visits_of_share').on(table.shareId),
    index('share_visits_of_company').on(table.companyId),
    ...ownRows('user_id'),
  ],
)
