import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Scope } from '#domain/endpoint.ts'
import { companies, users } from './accounts-and-companies.ts'
import { savedViews } from './articles.ts'
import { moment, ownRows } from './row-security.ts'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Only a hash of a key is stored. Revoked keys are deleted. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    name: text().notNull(),
    hint: text().notNull(),
    keyHash: text().notNull(),
    scopes: text().array().$type<Scope[]>().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment(),
    lastUsedAt: moment(),
  },
  (table) => [
    uniqueIndex('api_keys_once').on(table.keyHash),
    index('api_keys_of_user').on(table.userId),
    check('api_keys_scopes', sql`cardinality(${table.scopes}) > 0`),
    ...ownRows('user_id'),
  ],
)

/** The token is derived from `nonce` with a secret that is not in the database; its hash finds the feed. */
export const privateFeeds = pgTable(
  'private_feeds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    /** Null with `viewId`, and for the whole portfolio. */
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    viewId: integer().references(() => savedViews.id, { onDelete: 'cascade' }),
    nonce: text().notNull(),
    tokenHash: text().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
  },
  (table) => [
    uniqueIndex('private_feeds_once').on(table.tokenHash),
    index('private_feeds_of_user').on(table.userId),
    index('private_feeds_of_company').on(table.companyId),
    index('private_feeds_of_view').on(table.viewId),
    check('private_feeds_one_subject', sql`${table.companyId} is null or ${table.viewId} is null`),
    ...ownRows('user_id'),
  ],
)
