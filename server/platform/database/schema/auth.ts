import { bigint, boolean, index, integer, jsonb, pgSchema, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, systemOnly } from './row-security.ts'

/** Table names follow the protocol, so that accounts can move to a hosted service. */
export const authSchema = pgSchema('auth')

const times = () => ({
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
})

export const authUsers = authSchema.table(
  'users',
  {
    id: uuid().primaryKey(),
    aud: text().notNull().default('authenticated'),
    role: text().notNull().default('authenticated'),
    email: text().unique(),
    encryptedPassword: text(),
    emailConfirmedAt: moment(),
    invitedAt: moment(),
    confirmationSentAt: moment(),
    recoverySentAt: moment(),
    emailChange: text(),
    emailChangeSentAt: moment(),
    emailChangeConfirmStatus: integer().notNull().default(0),
    /** The session that requested the change, which stays signed in. */
    emailChangeSessionId: uuid(),
    lastSignInAt: moment(),
    rawAppMetaData: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    rawUserMetaData: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    phone: text().unique(),
    phoneConfirmedAt: moment(),
    reauthenticationSentAt: moment(),
    bannedUntil: moment(),
    deletedAt: moment(),
    isSsoUser: boolean().notNull().default(false),
    isAnonymous: boolean().notNull().default(false),
    ...times(),
  },
  () => [systemOnly()],
)

export const ofUser = () =>
  uuid()
    .notNull()
    .references(() => authUsers.id, { onDelete: 'cascade' })

export const authIdentities = authSchema.table(
  'identities',
  {
    id: uuid().primaryKey(),
    providerId: text().notNull(),
    userId: ofUser(),
    identityData: jsonb().$type<Record<string, unknown>>().notNull(),
    provider: text().notNull(),
    lastSignInAt: moment(),
    ...times(),
  },
  (table) => [
    unique('identities_provider').on(table.providerId, table.provider),
    index('identities_of_user').on(table.userId),
    systemOnly(),
  ],
)

export const authSessions = authSchema.table(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    factorId: uuid(),
    aal: text().notNull().default('aal1'),
    notAfter: moment(),
    refreshedAt: moment(),
    userAgent: text(),
    ip: text(),
    ...times(),
  },
  (table) => [
    uniqueIndex('sessions_with_owner').on(table.id, table.userId).concurrently(),
    index('sessions_of_user').on(table.userId),
    systemOnly(),
  ],
)

const ofSession = () =>
  uuid()
    .notNull()
    .references(() => authSessions.id, { onDelete: 'cascade' })

/** `token` and `parent` are SHA-256 hashes. */
export const refreshTokens = authSchema.table(
  'refresh_tokens',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    token: text().notNull().unique(),
    userId: ofUser(),
    sessionId: ofSession(),
    parent: text(),
    revoked: boolean().notNull().default(false),
    ...times(),
  },
  (table) => [
    index('refresh_tokens_of_session').on(table.sessionId, table.revoked),
    index().on(table.userId),
    systemOnly(),
  ],
)

export const amrClaims = authSchema.table(
  'mfa_amr_claims',
  {
    id: uuid().primaryKey().defaultRandom(),
    sessionId: ofSession(),
    authenticationMethod: text().notNull(),
    ...times(),
  },
  (table) => [unique('amr_once').on(table.sessionId, table.authenticationMethod), systemOnly()],
)

export const flowStates = authSchema.table(
  'flow_state',
  {
    id: uuid().primaryKey(),
    userId: uuid().references(() => authUsers.id, { onDelete: 'cascade' }),
    authCode: text().unique(),
    codeChallengeMethod: text().notNull(),
    codeChallenge: text().notNull(),
    providerType: text().notNull(),
    authenticationMethod: text().notNull(),
    authCodeIssuedAt: moment(),
    ...times(),
  },
  (table) => [index('flow_state_of_user').on(table.userId), systemOnly()],
)

export const TOKEN_TYPES = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'reauthentication_token',
] as const

/** Only hashes of the link and its six-digit code are kept. */
export const oneTimeTokens = authSchema.table(
  'one_time_tokens',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    tokenType: text({ enum: TOKEN_TYPES }).notNull(),
    tokenHash: text().notNull().unique(),
    codeHash: text().notNull(),
    attempts: integer().notNull().default(0),
    relatesTo: text().notNull(),
    flowStateId: uuid().references(() => flowStates.id, { onDelete: 'set null' }),
    openedSessionId: uuid(),
    ...times(),
  },
  (table) => [
    unique('one_token_of_a_kind').on(table.userId, table.tokenType),
    index('one_time_tokens_opened').on(table.openedSessionId),
    systemOnly(),
  ],
)

/** Entered at sign-up, applied when the link with this hash is opened. */
export const pendingSignUps = authSchema.table(
  'pending_sign_ups',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    tokenHash: text().notNull().unique(),
    passwordHash: text(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull(),
    flowStateId: uuid().references(() => flowStates.id, { onDelete: 'set null' }),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('pending_sign_ups_of_user').on(table.userId),
    index('pending_sign_ups_of_flow').on(table.flowStateId),
    systemOnly(),
  ],
)

/** Lets the old address undo a change for a while; only the link's hash is kept. */
export const emailChangeUndos = authSchema.table(
  'email_change_undos',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    tokenHash: text().notNull().unique(),
    oldEmail: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('email_change_undos_of_user').on(table.userId),
    index('email_change_undos_of_address').on(table.oldEmail),
    systemOnly(),
  ],
)

export const auditLogEntries = authSchema.table(
  'audit_log_entries',
  {
    id: uuid().primaryKey(),
    userId: uuid(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    ipAddress: text().notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('audit_of_user').on(table.userId, table.createdAt),
    index('audit_by_time').on(table.createdAt),
    systemOnly(),
  ],
)

/** Keys are keyed hashes that identify nobody. */
export const throttles = authSchema.table(
  'throttles',
  { key: text().primaryKey(), count: integer().notNull(), until: moment().notNull() },
  (table) => [index('throttles_until').on(table.until), systemOnly()],
)
