import { z } from 'zod'
import { oneLine } from '../companies/company.ts'
import { SubscriptionStatus } from '../account/profile.ts'
import { Entitlement } from '../account/entitlement.ts'
import { ShownSuppression } from '../mailings/suppression.ts'
import { RowIdText } from '../row-id.ts'

const MAX_GRANT_DAYS = 3650
const MAX_REASON = 300

const DAYS_WRONG = `Must be a whole number of days from 1 to ${MAX_GRANT_DAYS}, or empty for permanent access`
const REASON_REQUIRED = 'A reason is required'
export const USER_NOT_FOUND = 'User not found'
export const GRANT_NOT_FOUND = 'Grant not found'
export const CODE_NOT_FOUND = 'Code not found'
export const ACCOUNT_WITHOUT_PAYMENT = 'There is no payment to refund.'
export const NOT_SUPPRESSED = 'This address gets email.'
export const JOB_NOT_FOUND = 'Job not found'

const line = (typed: string) => oneLine(typed).replaceAll(/\s+/g, ' ').toWellFormed()

const reason = z
  .string({ error: REASON_REQUIRED })
  .transform(line)
  .pipe(z.string().min(1, REASON_REQUIRED).max(MAX_REASON, `A reason must be at most ${MAX_REASON} characters`))
/** Null is permanent and must be explicit, so that nobody grants it by leaving a field out. */
const days = z
  .number({ error: DAYS_WRONG })
  .int(DAYS_WRONG)
  .min(1, DAYS_WRONG)
  .max(MAX_GRANT_DAYS, DAYS_WRONG)
  .nullable()

/** Contains nothing about the companies the user tracks. */
export const AdminUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(['user', 'admin']),
  /** Listed in ADMIN_EMAILS: becomes an administrator once the email is confirmed. */
  isNamedInSettings: z.boolean(),
  createdAt: z.string(),
  trialEndsAt: z.string().nullable(),
  subscriptionStatus: SubscriptionStatus,
  entitlement: Entitlement,
})
export type AdminUser = z.infer<typeof AdminUser>

export const UserSearch = z.object({ q: z.string().max(320).transform(line).default('') })

export const Grant = z.object({
  id: z.number(),
  userId: z.string(),
  reason: z.string(),
  grantedBy: z.string(),
  createdAt: z.string(),
  endsAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  revokedBy: z.string().nullable(),
  isByCode: z.boolean(),
})
export type Grant = z.infer<typeof Grant>

export const AdminUserPage = AdminUser.extend({
  companies: z.number(),
  /** Null unless the address refuses email. */
  suppression: ShownSuppression.extend({ detail: z.string() }).nullable(),
  grants: z.array(Grant),
  /** Null if the user never started a subscription. */
  subscription: z
    .object({
      status: z.string().nullable(),
      currentPeriodEnd: z.string().nullable(),
      cancelAt: z.string().nullable(),
      syncedAt: z.string(),
    })
    .nullable(),
})
export type AdminUserPage = z.infer<typeof AdminUserPage>

export const GrantTerms = z.object({ days, reason })

export const NewGrant = GrantTerms.extend({
  userId: z.uuid().optional(),
  email: z.string().max(320).transform(line).optional(),
}).refine(({ userId, email }) => (userId === undefined) !== (email === undefined), {
  message: 'Name either userId or email',
})
export type NewGrant = z.infer<typeof NewGrant>

export const Closing = z.object({ reason })
export type Closing = z.infer<typeof Closing>

export const RefundedPayment = z.object({
  invoiceId: z.string(),
  amountCents: z.number(),
  currency: z.string(),
})
export type RefundedPayment = z.infer<typeof RefundedPayment>

const CODE_STATES = ['open', 'redeemed', 'expired', 'revoked'] as const

export const GrantCode = z.object({
  id: z.number(),
  hint: z.string(),
  days: z.number().nullable(),
  reason: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  state: z.enum(CODE_STATES),
  redeemedAt: z.string().nullable(),
  redeemedBy: z.object({ id: z.string(), email: z.string() }).nullable(),
})
export type GrantCode = z.infer<typeof GrantCode>

/** The only response that contains the code. */
export const CreatedCode = GrantCode.extend({ code: z.string() })
export type CreatedCode = z.infer<typeof CreatedCode>

const CODE_DAYS = 90
const REDEEM_WITHIN = 'Must be a whole number of days from 1 to 365'
export const NewCode = z.object({
  days,
  reason,
  redeemWithinDays: z
    .number({ error: REDEEM_WITHIN })
    .int(REDEEM_WITHIN)
    .min(1, REDEEM_WITHIN)
    .max(365, REDEEM_WITHIN)
    .default(CODE_DAYS),
})
export type NewCode = z.input<typeof NewCode>

export const AuditEntry = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  act: z.string(),
  userId: z.string().nullable(),
  email: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** A cursor: the id of the last entry seen. */
export const AuditSearch = z.object({ before: RowIdText.optional() })

export const CODE_REFUSED = 'This code is not valid, or it was used already.'
export const PERMANENT_ACCESS = 'You already have permanent access. The code was not used.'
export const SUBSCRIPTION_RENEWS =
  'Your subscription is running. Cancel it first, so that you do not pay for the same days. The code was not used.'

/** Crockford's base 32: no characters that look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP = 4
export const CODE_LENGTH = GROUPS * GROUP

/** 80 random bits in groups of four: `7K2M-…`. */
export const formatCode = (bytes: Uint8Array): string =>
  Array.from(bytes.slice(0, CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replaceAll(/.{4}(?=.)/g, '$&-')

/** Case, spaces, hyphens and look-alike characters make no difference. */
export function parseCode(typed: string): string | null {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]+/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return characters.length === CODE_LENGTH && [...characters].every((character) => ALPHABET.includes(character))
    ? characters
    : null
}

export const RedeemRequest = z.object({ code: z.string({ error: CODE_REFUSED }).max(100, CODE_REFUSED) })

export const Redeemed = z.object({ endsAt: z.string().nullable() })
export type Redeemed = z.infer<typeof Redeemed>
