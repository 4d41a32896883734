import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, ownRows, systemOnly } from './row-security.ts'
import { users } from './accounts-and-companies.ts'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The card provider's word on a user's subscription, as it was when we last asked. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: ofUser().primaryKey(),
    customerId: text().notNull().unique(),
    /** The one that counts; none while none was ever begun. */
    subscriptionId: text().unique(),
    status: text(),
    priceId: text(),
    currentPeriodEnd: moment(),
    cancelAt: moment(),
    /** When somebody asked for the end, not when it comes. */
    canceledAt: moment(),
    endedAt: moment(),
    card: jsonb().$type<{ brand: string; last4: string; expMonth: number; expYear: number }>(),
    /** How many were begun, so that the next has a key of its own. */
    attempts: integer().notNull().default(0),
    syncedAt: moment().notNull(),
    /** None until the invoices below were read for the first time. */
    invoicesSyncedAt: moment(),
  },
  () => [systemOnly()],
)

/** The card provider's invoices, as they were when we last asked. */
export const invoices = pgTable(
  'invoices',
  {
    userId: ofUser(),
    id: text().notNull(),
    number: text(),
    issuedAt: moment().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    status: text().$type<'paid' | 'refunded' | 'open' | 'uncollectible' | 'void'>().notNull(),
    url: text(),
    pdfUrl: text(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), ...ownRows('user_id')],
)

/** What the provider told us, each once; what it says is looked up again before it counts. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    createdAt: moment().notNull(),
    customerId: text(),
    receivedAt: moment().notNull(),
    processedAt: moment(),
    attempts: integer().notNull().default(0),
    error: text(),
  },
  (table) => [
    index('webhook_events_waiting')
      .on(table.receivedAt)
      .where(sql`${table.processedAt} is null`),
    systemOnly(),
  ],
)

/** Access that was given: for so long or for good, by whom and why. */
export const grants = pgTable(
  'grants',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    reason: text().notNull(),
    /** The administrator; of one whose account is gone only that it was one and the same. */
    grantedBy: text().notNull(),
    createdAt: moment().notNull(),
    /** None: for good. */
    endsAt: moment(),
    revokedAt: moment(),
    revokedBy: text(),
    codeId: integer(),
  },
  (table) => [index('grants_of_user').on(table.userId), systemOnly()],
)

/** A code that one person may redeem once. The code itself is not kept. */
export const grantCodes = pgTable(
  'grant_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    codeHash: text().notNull().unique(),
    /** Its last letters, to tell codes apart. */
    hint: text().notNull(),
    /** None: for good. */
    days: integer(),
    reason: text().notNull(),
    createdBy: text().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment(),
    redeemedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    redeemedAt: moment(),
    revokedAt: moment(),
  },
  () => [systemOnly()],
)

/** Who did what as an administrator; only ever added to. */
export const adminAudit = pgTable(
  'admin_audit',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    actor: text().notNull(),
    act: text().notNull(),
    /** Whom it concerned; an id alone, so that it names nobody once they are gone. */
    userId: uuid(),
    details: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [index('admin_audit_newest').on(table.at.desc().nullsFirst()), systemOnly()],
)

/** Emails about trial and payment that were sent, so that each is sent once. */
export const sentReminders = pgTable(
  'sent_reminders',
  { userId: ofUser(), kind: text().notNull(), about: text().notNull(), sentAt: moment().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.about] }), systemOnly()],
)

/** The embedded test mode: what a card provider would keep. */
export const testObjects = pgTable(
  'test_objects',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    customerId: text(),
    createdAt: moment().notNull(),
    doc: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('test_objects_of_customer').on(table.customerId, table.type), systemOnly()],
)

export const testIdempotency = pgTable(
  'test_idempotency',
  {
    key: text().primaryKey(),
    requestHash: text().notNull(),
    status: integer().notNull(),
    body: text().notNull(),
    createdAt: moment().notNull(),
  },
  () => [systemOnly()],
)

/** Events of the test mode on their way to our webhook. */
export const testOutbox = pgTable(
  'test_outbox',
  {
    id: text().primaryKey(),
    payload: text().notNull(),
    createdAt: moment().notNull(),
    nextAt: moment().notNull(),
    attempts: integer().notNull().default(0),
    isDelivered: boolean().notNull().default(false),
  },
  (table) => [
    index('test_outbox_waiting')
      .on(table.nextAt)
      .where(sql`not ${table.isDelivered}`),
    systemOnly(),
  ],
)
