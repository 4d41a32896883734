import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgPolicy,
  pgRole,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/** Serves requests: sees only the rows of the user named in `app.user_id` of its transaction. */
export const appRole = pgRole('tidings_app').existing()
/** Runs jobs and the auth server: sees every row by explicit policy, owns nothing, bypasses nothing. */
export const systemRole = pgRole('tidings_system').existing()

const moment = () => timestamp({ withTimezone: true, precision: 3 })

export const currentUser = sql.raw(`nullif(current_setting('app.user_id', true), '')::uuid`)

const ownRows = (column: string) => {
  const own = sql`${sql.identifier(column)} = (select ${currentUser})`
  return [
    pgPolicy('own_rows', { for: 'all', to: appRole, using: own, withCheck: own }),
    pgPolicy('system_rows', { for: 'all', to: systemRole, using: sql`true`, withCheck: sql`true` }),
  ]
}

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    subscriptionStatus: text({ enum: ['trial', 'active', 'expired'] })
      .notNull()
      .default('trial'),
    stripeCustomerId: text(),
    stripeSubscriptionId: text(),
    trialEndsAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    check('users_subscription_status', sql`${table.subscriptionStatus} in ('trial', 'active', 'expired')`),
    check(
      'users_trial_has_end',
      sql`${table.subscriptionStatus} <> 'trial' or ${table.trialEndsAt} is not null`,
    ),
    index('users_trial_ends_at').on(table.trialEndsAt),
    ...ownRows('id'),
  ],
)

export const companies = pgTable(
  'companies',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    website: text(),
    category: text(),
    stage: text(),
    investmentDate: date(),
    logoUrl: text(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('companies_newest').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    ...ownRows('user_id'),
  ],
)

export const news = pgTable(
  'news',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    content: text().notNull(),
    publishedAt: moment().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('news_newest').on(
      table.userId,
      table.publishedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('news_of_company').on(
      table.companyId,
      table.publishedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    ...ownRows('user_id'),
  ],
)

/**
 * That an address has had its trial, kept after the account is gone and for nothing else:
 * a keyed hash of the normalised address names nobody, and the same address gets no second trial.
 */
export const pastTrials = pgTable(
  'past_trials',
  { emailHash: text().primaryKey(), trialEndedAt: moment().notNull() },
  () => [pgPolicy('system_rows', { for: 'all', to: systemRole, using: sql`true`, withCheck: sql`true` })],
)
