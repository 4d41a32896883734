import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
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
import { ALERT_DELIVERIES, type AlertEvent } from '#domain/mailings/alerts.ts'
import { DIGESTS } from '#domain/mailings/schedule.ts'
import type { MailingContent } from '#domain/mailings/content.ts'
import { companies, users } from './accounts-and-companies.ts'
import { authSessions } from './auth.ts'
import { moment, ownRows, sameOwner } from './row-security.ts'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Users without a row get the defaults. */
export const mailingPreferences = pgTable(
  'mailing_preferences',
  {
    userId: ofUser().primaryKey(),
    digest: text({ enum: DIGESTS }).notNull().default('weekly'),
    weekday: integer().notNull().default(1),
    hour: integer().notNull().default(8),
    /** Null until a browser has reported it; UTC until then. */
    timeZone: text(),
    wantsAlerts: boolean().notNull().default(true),
    /** Null when digests are off. */
    nextDigestAt: moment(),
    alertsCheckedAt: moment(),
    /** Checked sooner if there is news. Null means now. */
    nextAlertAt: moment(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    check('mailing_preferences_time', sql`${table.weekday} between 1 and 7 and ${table.hour} between 0 and 23`),
    index('mailing_preferences_due').on(table.nextDigestAt),
    ...ownRows('user_id'),
  ],
)

export const alertRules = pgTable(
  'alert_rules',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    /** Null means all companies. */
    companyId: integer(),
    events: text().array().$type<AlertEvent[]>().notNull(),
    delivery: text({ enum: ALERT_DELIVERIES }).notNull(),
    /** Also events that are only reported. */
    rumors: boolean().notNull().default(false),
    createdAt: moment().notNull(),
  },
  (table) => [
    sameOwner('alert_rules_company_id_of_owner', [table.companyId, table.userId], [companies.id, companies.userId]),
    index('alert_rules_of_user').on(table.userId),
    index('alert_rules_of_company').on(table.companyId),
    ...ownRows('user_id'),
  ],
)

/** The content of an email, as of when it was enqueued. */
export const mailings = pgTable(
  'mailings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    kind: text({ enum: ['digest', 'alert'] }).notNull(),
    /** The date in the reader's time zone. */
    localDay: date().notNull(),
    content: jsonb().$type<MailingContent>().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('mailings_with_owner').on(table.id, table.userId).concurrently(),
    index('mailings_newest').on(table.userId, table.createdAt.desc().nullsFirst()),
    ...ownRows('user_id'),
  ],
)

/** Each story is sent once, identified by its first article; a company that went quiet, by its last article. */
export const storyDeliveries = pgTable(
  'story_deliveries',
  {
    userId: ofUser(),
    companyId: integer().notNull(),
    articleId: bigint({ mode: 'number' }).notNull(),
    about: text({ enum: ['story', 'quiet'] }).notNull(),
    /** News about a muted company is recorded too, so that it is skipped even after the company is unmuted. */
    way: text({ enum: ['digest', 'alert', 'muted'] }).notNull(),
    mailingId: integer(),
    deliveredAt: moment().notNull(),
  },
  (table) => [
    sameOwner(
      'story_deliveries_company_id_of_owner',
      [table.companyId, table.userId],
      [companies.id, companies.userId],
    ),
    primaryKey({ columns: [table.userId, table.companyId, table.articleId, table.about] }),
    index('story_deliveries_of_company').on(table.companyId),
    ...ownRows('user_id'),
  ],
)

/** A browser that shows alerts as notifications for as long as it is signed in. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    /** Null if a hosted service manages the sessions. */
    sessionId: uuid(),
    endpoint: text().notNull(),
    endpointHash: text().notNull(),
    /** Keys for encrypting messages to the browser; useless without the endpoint and the server's key. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The server's public key that the subscription was created for. */
    serverKey: text().notNull(),
    userAgent: text().notNull(),
    createdAt: moment().notNull(),
    notifiedAt: moment(),
  },
  (table) => [
    uniqueIndex('push_devices_with_owner').on(table.id, table.userId).concurrently(),
    sameOwner(
      'push_devices_session_id_of_owner',
      [table.sessionId, table.userId],
      [authSessions.id, authSessions.userId],
    ),
    uniqueIndex('push_devices_once').on(table.userId, table.endpointHash),
    index('push_devices_of_session').on(table.sessionId),
    ...ownRows('user_id'),
  ],
)

/** Each alert is sent once per device. Its content is in the mailing. */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    deviceId: integer().notNull(),
    mailingId: integer().notNull(),
    createdAt: moment().notNull(),
    attempts: integer().notNull().default(0),
    /** Null once delivered or given up. While it is being sent, the time when another worker may try. */
    nextAttemptAt: moment(),
    deliveredAt: moment(),
  },
  (table) => [
    sameOwner('push_deliveries_mailing_id_of_owner', [table.mailingId, table.userId], [mailings.id, mailings.userId]),
    sameOwner(
      'push_deliveries_device_id_of_owner',
      [table.deviceId, table.userId],
      [pushDevices.id, pushDevices.userId],
    ),
    uniqueIndex('push_deliveries_once').on(table.deviceId, table.mailingId),
    index('push_deliveries_of_mailing').on(table.mailingId),
    index('push_deliveries_of_user').on(table.userId),
    index('push_deliveries_due').on(table.nextAttemptAt),
    ...ownRows('user_id'),
  ],
)
