import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  UPDATE_STATES,
  WAITING_REASONS,
  type Confirmation,
  type Metric,
  type UpdateAttachment,
} from '#domain/updates/update.ts'
import { companies, users } from './accounts-and-companies.ts'
import { bytea, moment, ownRows, systemOnly } from './row-security.ts'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Where a user receives founder updates; whoever knows it can write to them. */
export const updateAddresses = pgTable(
  'update_addresses',
  {
    userId: ofUser().primaryKey(),
    /** Before the @, in lower case. */
    localPart: text().notNull(),
    /** Whether a language model may read updates. */
    allowsModel: boolean().notNull().default(false),
    createdAt: moment().notNull(),
  },
  (table) => [uniqueIndex('update_addresses_local_part').on(table.localPart), ...ownRows('user_id')],
)

export const updateMessages = pgTable(
  'update_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofUser(),
    /** The same for an email that is delivered twice. */
    hash: text().notNull(),
    state: text({ enum: UPDATE_STATES }).notNull().default('received'),
    receivedAt: moment().notNull(),
    /** As it arrived, until it is read. */
    raw: bytea(),
    sentAt: moment(),
    senderName: text().notNull().default(''),
    senderAddress: text().notNull().default(''),
    subject: text().notNull().default(''),
    text: text().notNull().default(''),
    attachments: jsonb().$type<UpdateAttachment[]>().notNull().default([]),
    metrics: jsonb().$type<Metric[]>().notNull().default([]),
    confirmation: jsonb().$type<Confirmation>(),
    reason: text({ enum: WAITING_REASONS }),
    candidates: integer().array().notNull().default([]),
    /** The user chose the company: the next update of a proven sender goes there too. */
    isFiledByHand: boolean().notNull().default(false),
    /** Signed, or forwarded by the user. */
    isProven: boolean().notNull().default(false),
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    articleId: bigint({ mode: 'number' }),
  },
  (table) => [
    uniqueIndex('update_messages_once').on(table.userId, table.hash),
    index('update_messages_newest').on(table.userId, table.receivedAt.desc().nullsFirst()),
    index('update_messages_of_company').on(table.companyId),
    check('update_messages_filed', sql`(${table.state} = 'filed') = (${table.companyId} is not null)`),
    ...ownRows('user_id'),
  ],
)

/** Tokens of signed deliveries: a signature counts once, for one email. */
export const inboundTokens = pgTable(
  'inbound_tokens',
  {
    token: text().primaryKey(),
    hash: text().notNull(),
    seenAt: moment().notNull(),
  },
  (table) => [index('inbound_tokens_seen').on(table.seenAt), systemOnly()],
)
