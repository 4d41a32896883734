import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DetailChange } from '#domain/companies/imports.ts'
import { moment, ownRows, systemOnly } from './row-security.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

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
    /** Whether `past_trials` knows this address: not before it is proven, so that nobody uses up a stranger's trial. */
    isTrialRemembered: boolean().notNull().default(false),
    role: text({ enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    disabledAt: moment(),
    /** Emails that the law lets people refuse. */
    wantsReminders: boolean().notNull().default(true),
    /** Whether their briefs may be written by a language model. */
    usesModel: boolean().notNull().default(true),
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
    /** The name and the website's host as domain/companies/company-key.ts sees them. */
    nameKey: text().notNull(),
    hostKey: text().notNull(),
    isSample: boolean().notNull().default(false),
    /** Removed companies are kept for 30 days, so that a removal can be taken back. */
    removedAt: moment(),
    /** The upload that brought it. No reference: an import is forgotten after 30 days, the company is not. */
    importId: integer(),
    /** The shared record that news of this company is gathered under; none until a job has found it. */
    trackedCompanyId: integer(),
    /** The record of the very site that its owner gave; another one where evidence joined that site to it. */
    siteTrackedCompanyId: integer(),
    /** Its owner gave it names, feeds or rejections: its briefs are written for them alone. */
    hasOverrides: boolean().notNull().default(false),
  },
  (table) => [
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

/** One upload that was written: what it did, so that it can be taken back as one act. The file itself is not kept. */
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
    createdAt: moment().notNull(),
    undoneAt: moment(),
  },
  (table) => [index('imports_newest').on(table.userId, table.createdAt.desc().nullsFirst()), ...ownRows('user_id')],
)

/** What an import changed in a company that was there already, before and after. */
export const importChanges = pgTable(
  'import_changes',
  {
    importId: integer()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    changes: jsonb().$type<DetailChange[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.companyId] }),
    index('import_changes_of_company').on(table.companyId),
    index('import_changes_of_user').on(table.userId),
    ...ownRows('user_id'),
  ],
)

/** A picture per website host, whoever tracks it; nothing here tells who that is. */
export const logos = pgTable(
  'logos',
  {
    host: text().primaryKey(),
    state: text({ enum: ['found', 'none', 'failed'] }).notNull(),
    mediaType: text(),
    bytes: bytea(),
    hash: text(),
    checkedAt: moment().notNull(),
    /** Not asked again before. */
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
 * That an address has had its trial: written once it is proven, and kept after the account is gone.
 * A keyed hash of the normalised address names nobody, and the same mailbox gets no second trial.
 */
export const pastTrials = pgTable(
  'past_trials',
  { emailHash: text().primaryKey(), trialEndedAt: moment().notNull() },
  () => [systemOnly()],
)

/** Whose account was deleted, as a hash of its id: a backup that is restored brings nobody back. */
export const erasures = pgTable('erasures', { personHash: text().primaryKey(), erasedAt: moment().notNull() }, () => [
  systemOnly(),
])
