import { bigint, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { companies, users } from './accounts-and-companies.ts'
import { moment, ownRows, sameOwner } from './row-security.ts'

export const savedViews = pgTable(
  'saved_views',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    query: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('saved_views_with_owner').on(table.id, table.userId).concurrently(),
    unique('saved_views_name').on(table.userId, table.name),
    ...ownRows('user_id'),
  ],
)

export const hiddenSuggestions = pgTable(
  'hidden_suggestions',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** See domain/companies/company-key.ts. */
    key: text().notNull(),
    name: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), ...ownRows('user_id')],
)

/** A story that was on screen, identified by its first article, which stays the same when more articles join. */
export const storyReads = pgTable(
  'story_reads',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: integer().notNull(),
    articleId: bigint({ mode: 'number' }).notNull(),
    readAt: moment().notNull(),
  },
  (table) => [
    sameOwner('story_reads_company_id_of_owner', [table.companyId, table.userId], [companies.id, companies.userId]),
    primaryKey({ columns: [table.userId, table.companyId, table.articleId] }),
    index('story_reads_of_company').on(table.companyId),
    ...ownRows('user_id'),
  ],
)

/** Still shown, but not counted as new and left out of emails. */
export const mutedCompanies = pgTable(
  'muted_companies',
  {
    companyId: integer().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null means indefinitely. */
    until: moment(),
  },
  (table) => [
    sameOwner('muted_companies_company_id_of_owner', [table.companyId, table.userId], [companies.id, companies.userId]),
    index('muted_companies_of_user').on(table.userId),
    ...ownRows('user_id'),
  ],
)

/** What the reader doesn't want to be asked for a while. */
export const dismissedNeeds = pgTable(
  'dismissed_needs',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    dismissedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), ...ownRows('user_id')],
)
