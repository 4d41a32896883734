import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { systemOnly } from './row-security.ts'

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
