import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DetailChange } from '#domain/companies/import/imports.ts'
import { INSTRUMENTS, POSITION_KINDS, VALUATION_BASES } from '#domain/companies/positions/position.ts'
import { bytea, moment, ownRows, sameOwner, systemOnly } from './row-security.ts'

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
    /** Set once the address is proven, so that nobody can use up someone else's trial. */
    isTrialRemembered: boolean().notNull().default(false),
    role: text({ enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    disabledAt: moment(),
    /** Covers emails that users have a legal right to opt out of. */
    wantsReminders: boolean().notNull().default(true),
    usesModel: boolean().notNull().default(true),
    /** Where the sign-up came from, as its link said. */
    source: text(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    check('users_subscription_status', sql`${table.subscriptionStatus} in ('trial', 'active', 'expired')`),
    check('users_trial_has_end', sql`${table.subscriptionStatus} <> 'trial' or ${table.trialEndsAt} is not null`),
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
    /** See domain/companies/company-key.ts. */
    nameKey: text().notNull(),
    hostKey: text().notNull(),
    isSample: boolean().notNull().default(false),
    /** Removed companies can be restored for 30 days. */
    removedAt: moment(),
    /** No foreign key: imports are deleted after 30 days, companies are not. */
    importId: integer(),
    /** Null until a job has created the shared record. */
    trackedCompanyId: integer(),
    /** The record of the exact site its owner entered; differs if that site was joined to another. */
    siteTrackedCompanyId: integer(),
    /** The owner set aliases, feeds or rejections, so briefs are written for them alone. */
    hasOverrides: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('companies_with_owner').on(table.id, table.userId).concurrently(),
    index('companies_newest')
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.removedAt} is null`),
    uniqueIndex('companies_once')
      .on(table.userId, table.nameKey, table.hostKey)
      .where(sql`${table.removedAt} is null`),
    index('companies_of_tracked_company').on(table.trackedCompanyId, table.userId),
    index('companies_of_site').on(table.siteTrackedCompanyId),
    index('companies_changed').on(table.updatedAt),
    index('companies_with_overrides')
      .on(table.trackedCompanyId)
      .where(sql`${table.hasOverrides}`),
    index('companies_unattached')
      .on(table.id)
      .where(sql`${table.trackedCompanyId} is null`),
    index('companies_removed')
      .on(table.userId, table.removedAt)
      .where(sql`${table.removedAt} is not null`),
    ...ownRows('user_id'),
  ],
)

/** What is needed to undo an import. The file itself is not kept. */
export const imports = pgTable(
  'imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fileName: text().notNull(),
    added: integer().notNull(),
    changed: integer().notNull(),
    duplicates: integer().notNull(),
    invalid: integer().notNull(),
    positions: integer().notNull().default(0),
    createdAt: moment().notNull(),
    undoneAt: moment(),
  },
  (table) => [
    uniqueIndex('imports_with_owner').on(table.id, table.userId).concurrently(),
    index('imports_newest').on(table.userId, table.createdAt.desc().nullsFirst()),
    ...ownRows('user_id'),
  ],
)

export const importChanges = pgTable(
  'import_changes',
  {
    importId: integer().notNull(),
    companyId: integer().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    changes: jsonb().$type<DetailChange[]>().notNull(),
  },
  (table) => [
    sameOwner('import_changes_company_id_of_owner', [table.companyId, table.userId], [companies.id, companies.userId]),
    sameOwner('import_changes_import_id_of_owner', [table.importId, table.userId], [imports.id, imports.userId]),
    primaryKey({ columns: [table.importId, table.companyId] }),
    index('import_changes_of_company').on(table.companyId),
    index('import_changes_of_user').on(table.userId),
    ...ownRows('user_id'),
  ],
)

/** Removed and restored with its company, whose row stays until it is purged. */
export const positions = pgTable(
  'positions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: integer().notNull(),
    kind: text({ enum: POSITION_KINDS }).notNull(),
    date: date(),
    /** Exact decimals, read and written as text. */
    amount: numeric().notNull(),
    currency: text().notNull(),
    instrument: text({ enum: INSTRUMENTS }),
    round: text(),
    valuation: numeric(),
    valuationBasis: text({ enum: VALUATION_BASES }),
    notes: text(),
    /** No foreign key: imports are deleted after 30 days, positions are not. */
    importId: integer(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    sameOwner('positions_company_id_of_owner', [table.companyId, table.userId], [companies.id, companies.userId]),
    check('positions_amount', sql`${table.amount} >= 0 and ${table.amount} < 1000000000000`),
    check('positions_currency', sql`${table.currency} ~ '^[A-Z]{3}$'`),
    check('positions_value_has_date', sql`${table.kind} <> 'value' or ${table.date} is not null`),
    index('positions_of_user').on(table.userId, table.companyId),
    index('positions_of_company').on(table.companyId),
    ...ownRows('user_id'),
  ],
)

/** How the user reads files of a shape; the columns have the names of an earlier release. */
export const importColumns = pgTable(
  'import_columns',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    shape: text('heading').notNull(),
    /** JSON. */
    answer: text('field').notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.shape] }), ...ownRows('user_id')],
)

/** Per website host, not linked to any user. */
export const logos = pgTable(
  'logos',
  {
    host: text().primaryKey(),
    state: text({ enum: ['found', 'none', 'failed'] }).notNull(),
    mediaType: text(),
    bytes: bytea(),
    hash: text(),
    checkedAt: moment().notNull(),
    nextAt: moment().notNull(),
  },
  (table) => [
    check(
      'logos_found_has_picture',
      sql`${table.state} <> 'found' or (${table.bytes} is not null and ${table.mediaType} is not null and ${table.hash} is not null)`,
    ),
    systemOnly(),
  ],
)

/**
 * Written once the address is proven, and kept after the account is deleted, so that a mailbox gets one trial. The
 * keyed hash of the normalized address identifies nobody.
 */
export const pastTrials = pgTable(
  'past_trials',
  { emailHash: text().primaryKey(), trialEndedAt: moment().notNull() },
  () => [systemOnly()],
)

/** Hashes of deleted users' ids, so that a restored backup doesn't bring the users back. */
export const erasures = pgTable('erasures', { personHash: text().primaryKey(), erasedAt: moment().notNull() }, () => [
  systemOnly(),
])
