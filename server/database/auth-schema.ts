import { sql } from 'drizzle-orm'
import { index, jsonb, pgPolicy, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { systemRole } from './schema.ts'

/** The tables of the auth protocol, under the protocol's own names, so that accounts can move to a hosted service. */
export const authSchema = pgSchema('auth')

const moment = () => timestamp({ withTimezone: true, precision: 3 })
const systemOnly = () =>
  pgPolicy('system_rows', { for: 'all', to: systemRole, using: sql`true`, withCheck: sql`true` })

export const authUsers = authSchema.table(
  'users',
  {
    id: uuid().primaryKey(),
    aud: text().notNull().default('authenticated'),
    role: text().notNull().default('authenticated'),
    email: text().unique(),
    encryptedPassword: text(),
    emailConfirmedAt: moment(),
    lastSignInAt: moment(),
    rawAppMetaData: jsonb().notNull().default({}),
    rawUserMetaData: jsonb().notNull().default({}),
    bannedUntil: moment(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  () => [systemOnly()],
)

export const authSessions = authSchema.table(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    aal: text().notNull().default('aal1'),
    notAfter: moment(),
    refreshedAt: moment(),
    userAgent: text(),
    ip: text(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [index('sessions_of_user').on(table.userId), systemOnly()],
)
