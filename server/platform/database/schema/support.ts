import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts-and-companies.ts'
import { moment, ownRows, systemOnly } from './row-security.ts'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** When an administrator opened an account read-only; its owner sees these rows as notifications. */
export const supportViews = pgTable(
  'support_views',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    /** Only this session of the administrator may use it. */
    sessionId: uuid().notNull(),
    reason: text().notNull(),
    openedAt: moment().notNull(),
    endsAt: moment().notNull(),
  },
  (table) => [index('support_views_of_user').on(table.userId, table.openedAt), ...ownRows('user_id')],
)

export const accountNotes = pgTable(
  'account_notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    at: moment().notNull(),
    /** The administrator, pseudonymized once their account is deleted. */
    author: text().notNull(),
    text: text().notNull(),
  },
  (table) => [index('account_notes_of_user').on(table.userId), systemOnly()],
)

/** Waiting to remove a second factor; deleted once it is done or canceled. */
export const factorResets = pgTable(
  'factor_resets',
  {
    userId: ofUser().primaryKey(),
    requestedAt: moment().notNull(),
    requestedBy: text().notNull(),
    dueAt: moment().notNull(),
  },
  (table) => [index('factor_resets_due').on(table.dueAt), systemOnly()],
)
