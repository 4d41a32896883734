import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { WEBHOOK_FORMATS } from '#domain/integrations/choices.ts'
import { WEBHOOK_EVENTS } from '#domain/integrations/webhooks.ts'
import type { Scope } from '#domain/endpoint.ts'
import { companies, users } from './accounts-and-companies.ts'
import { savedViews } from './reading.ts'
import { moment, ownRows, sameOwner } from './row-security.ts'

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

/** The token is derived from `nonce` with a secret that is not in the database; the feed is looked up by its hash. */
export const privateFeeds = pgTable(
  'private_feeds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    /** Null if `viewId` is set, and for the whole portfolio. */
    companyId: integer(),
    viewId: integer(),
    nonce: text().notNull(),
    tokenHash: text().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment(),
  },
  (table) => [
    sameOwner('private_feeds_view_id_of_owner', [table.viewId, table.userId], [savedViews.id, savedViews.userId]),
    sameOwner('private_feeds_company_id_of_owner', [table.companyId, table.userId], [companies.id, companies.userId]),
    uniqueIndex('private_feeds_once').on(table.tokenHash),
    index('private_feeds_of_user').on(table.userId),
    index('private_feeds_of_company').on(table.companyId),
    index('private_feeds_of_view').on(table.viewId),
    check('private_feeds_one_subject', sql`${table.companyId} is null or ${table.viewId} is null`),
    ...ownRows('user_id'),
  ],
)

/** The signing secret is derived from `nonce` with a secret that is not in the database. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    url: text().notNull(),
    format: text({ enum: WEBHOOK_FORMATS }).notNull(),
    nonce: text().notNull(),
    secretHash: text().notNull(),
    createdAt: moment().notNull(),
    /** Stories up to here are classified and stored as deliveries. */
    checkedAt: moment().notNull(),
    /** Set after repeated failure; the owner can turn it on again. */
    disabledAt: moment(),
  },
  (table) => [
    uniqueIndex('webhook_endpoints_with_owner').on(table.id, table.userId).concurrently(),
    index('webhook_endpoints_of_user').on(table.userId),
    ...ownRows('user_id'),
  ],
)

/** The payload is decided once. Each story is delivered once per endpoint and event. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    endpointId: integer().notNull(),
    /** The same on every attempt. */
    messageId: text().notNull(),
    event: text({ enum: WEBHOOK_EVENTS }).notNull(),
    /** Null for a test. */
    storyKey: text(),
    storyTitle: text(),
    payload: jsonb().$type<object>().notNull(),
    createdAt: moment().notNull(),
    attempts: integer().notNull().default(0),
    /** Null once delivered or given up. While it is being sent, the time when another worker may try. */
    nextAttemptAt: moment(),
    deliveredAt: moment(),
    /** The HTTP status of the last attempt; null if there was no response. */
    status: integer(),
    durationMs: integer(),
    answer: text(),
  },
  (table) => [
    sameOwner(
      'webhook_deliveries_endpoint_id_of_owner',
      [table.endpointId, table.userId],
      [webhookEndpoints.id, webhookEndpoints.userId],
    ),
    uniqueIndex('webhook_deliveries_once').on(table.endpointId, table.event, table.storyKey),
    index('webhook_deliveries_due').on(table.nextAttemptAt),
    index('webhook_deliveries_of_user').on(table.userId),
    ...ownRows('user_id'),
  ],
)
