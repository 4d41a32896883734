import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { SUPPRESSION_REASONS } from '#domain/mailings/suppression.ts'
import { moment, systemOnly } from './row-security.ts'

/** Holds emails when no mail server is configured; shown on a developer page. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    messageId: text().notNull().unique(),
    kind: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    index('outbox_newest').on(table.createdAt.desc().nullsFirst()),
    index('outbox_recipient').on(table.recipient),
    systemOnly(),
  ],
)

/** Addresses that get only the emails their owner asks for, under keyed hashes, because they outlive the account. */
export const suppressedAddresses = pgTable(
  'suppressed_addresses',
  {
    addressHash: text().primaryKey(),
    reason: text({ enum: SUPPRESSION_REASONS }).notNull(),
    /** What the mail server said, without addresses. */
    detail: text().notNull(),
    since: moment().notNull(),
  },
  () => [systemOnly()],
)
