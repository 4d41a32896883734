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
import { bytea, moment, ownRows, sameOwner, systemOnly } from './row-security.ts'

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The address at which a user receives founder updates; anyone who knows it can write to them. */
export const updateAddresses = pgTable(
  'update_addresses',
  {
    userId: ofUser().primaryKey(),
    /** The part before the @, in lowercase. */
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
    /** The email as it arrived; cleared once it has been read. */
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
    /** The user chose the company, so the next update from a proven sender goes there too. */
    isFiledByHand: boolean().notNull().default(false),
    /** The sender is proven: the email was signed, or the user forwarded it. */
    isProven: boolean().notNull().default(false),
    companyId: integer(),
    articleId: bigint({ mode: 'number' }),
  },
  (table) => [
    sameOwner('update_messages_company_id_of_owner', [table.companyId, table.userId], [companies.id, companies.userId]),
    uniqueIndex('update_messages_once').on(table.userId, table.hash),
    index('update_messages_newest').on(table.userId, table.receivedAt.desc().nullsFirst()),
    index('update_messages_of_company').on(table.companyId),
    check('update_messages_filed', sql`(${table.state} = 'filed') = (${table.companyId} is not null)`),
    ...ownRows('user_id'),
  ],
)

/** Tokens of signed deliveries: each signature is accepted once, for one email. */
export const inboundTokens = pgTable(
  'inbound_tokens',
  {
    token: text().primaryKey(),
    hash: text().notNull(),
    seenAt: moment().notNull(),
  },
  (table) => [index('inbound_tokens_seen').on(table.seenAt), systemOnly()],
)
