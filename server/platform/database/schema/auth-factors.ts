import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { authSchema, authUsers, ofUser } from './auth.ts'
import { moment, systemOnly } from './row-security.ts'

const times = () => ({
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
})

export const mfaFactors = authSchema.table(
  'mfa_factors',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    friendlyName: text(),
    factorType: text({ enum: ['totp', 'recovery_code'] }).notNull(),
    status: text({ enum: ['unverified', 'verified'] }).notNull(),
    /** Encrypted with a key outside the database. */
    secret: text(),
    phone: text(),
    lastChallengedAt: moment(),
    /** Each code works once, even within its window. */
    lastUsedStep: bigint({ mode: 'number' }),
    ...times(),
  },
  (table) => [
    unique('mfa_factor_names').on(table.userId, table.friendlyName),
    uniqueIndex('one_set_of_recovery_codes')
      .on(table.userId)
      .where(sql`factor_type = 'recovery_code'`),
    systemOnly(),
  ],
)

const ofFactor = () =>
  uuid()
    .notNull()
    .references(() => mfaFactors.id, { onDelete: 'cascade' })

export const mfaChallenges = authSchema.table(
  'mfa_challenges',
  {
    id: uuid().primaryKey(),
    factorId: ofFactor(),
    ipAddress: text().notNull(),
    verifiedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index('mfa_challenges_of_factor').on(table.factorId), systemOnly()],
)

export const recoveryCodes = authSchema.table(
  'mfa_recovery_codes',
  {
    id: uuid().primaryKey(),
    factorId: ofFactor(),
    codeHash: text().notNull(),
    usedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index('mfa_recovery_codes_of_factor').on(table.factorId), systemOnly()],
)

export const webauthnCredentials = authSchema.table(
  'webauthn_credentials',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    credentialId: text().notNull().unique(),
    publicKey: text().notNull(),
    aaguid: text(),
    signCount: bigint({ mode: 'number' }).notNull().default(0),
    transports: jsonb().$type<string[]>().notNull().default([]),
    backedUp: boolean().notNull().default(false),
    friendlyName: text(),
    lastUsedAt: moment(),
    ...times(),
  },
  (table) => [index('webauthn_credentials_of_user').on(table.userId), systemOnly()],
)

export const webauthnChallenges = authSchema.table(
  'webauthn_challenges',
  {
    id: uuid().primaryKey(),
    userId: uuid().references(() => authUsers.id, { onDelete: 'cascade' }),
    challengeType: text({ enum: ['registration', 'authentication'] }).notNull(),
    challenge: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index('webauthn_challenges_expiry').on(table.expiresAt), index().on(table.userId), systemOnly()],
)
