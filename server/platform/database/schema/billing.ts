import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Price } from '#domain/account/price.ts'
import type { ChurnReason } from '#domain/billing/churn.ts'
import type { CreditNote, InvoiceTax } from '#domain/billing/tax.ts'
import type { Discount } from '#domain/billing/checkout.ts'
import { moment, ownRows, systemOnly } from './row-security.ts'
import { users } from './accounts-and-companies.ts'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A snapshot from the payment provider. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: ofUser().primaryKey(),
    customerId: text().notNull().unique(),
    subscriptionId: text().unique(),
    status: text(),
    priceId: text(),
    price: jsonb().$type<Price>(),
    discount: jsonb().$type<Discount>(),
    currentPeriodEnd: moment(),
    cancelAt: moment(),
    /** When cancellation was requested, not when it takes effect. */
    canceledAt: moment(),
    endedAt: moment(),
    card: jsonb().$type<{ brand: string; last4: string; expMonth: number; expYear: number }>(),
    /** Makes the next idempotency key unique. */
    attempts: integer().notNull().default(0),
    syncedAt: moment().notNull(),
    /** Null until invoices have been synced once. */
    invoicesSyncedAt: moment(),
  },
  () => [systemOnly()],
)

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
    tax: jsonb().$type<InvoiceTax>(),
    creditNotes: jsonb().$type<CreditNote[]>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), ...ownRows('user_id')],
)

/** Each event is stored once; its content is fetched again before use. */
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

export const grants = pgTable(
  'grants',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    reason: text().notNull(),
    /** The administrator, pseudonymized once their account is deleted. */
    grantedBy: text().notNull(),
    createdAt: moment().notNull(),
    /** Null means permanent. */
    endsAt: moment(),
    revokedAt: moment(),
    revokedBy: text(),
    codeId: integer(),
  },
  (table) => [index('grants_of_user').on(table.userId), systemOnly()],
)

/** The code itself is not stored. */
export const grantCodes = pgTable(
  'grant_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    codeHash: text().notNull().unique(),
    /** Its last characters, to tell codes apart. */
    hint: text().notNull(),
    /** Null means permanent. */
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

/** One answer for each canceled subscription. */
export const churnReasons = pgTable(
  'churn_reasons',
  {
    userId: ofUser(),
    subscriptionId: text().notNull(),
    reason: text().$type<ChurnReason>().notNull(),
    at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.subscriptionId] }), systemOnly()],
)

/** Append-only. */
export const adminAudit = pgTable(
  'admin_audit',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    actor: text().notNull(),
    act: text().notNull(),
    /** Only an id, which identifies nobody after deletion. */
    userId: uuid(),
    details: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [index('admin_audit_newest').on(table.at.desc().nullsFirst()), systemOnly()],
)

/** Ensures that each email is sent once. */
export const sentReminders = pgTable(
  'sent_reminders',
  { userId: ofUser(), kind: text().notNull(), about: text().notNull(), sentAt: moment().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.about] }), systemOnly()],
)

export const testObjects = pgTable(
  'test_objects',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    customerId: text(),
    createdAt: moment().notNull(),
    doc: jsonb().$type<object>().notNull(),
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
