import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Scope } from '#domain/endpoint.ts'
import { users } from './accounts-and-companies.ts'
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
