import { z } from 'zod'
import { oneLine } from '../companies/company.ts'
import { SubscriptionStatus } from '../account/profile.ts'
import { Entitlement } from '../account/entitlement.ts'

const MAX_GRANT_DAYS = 3650
const MAX_REASON = 300

const DAYS_WRONG = `Must be a whole number of days from 1 to ${MAX_GRANT_DAYS}, or none for good`
const REASON_REQUIRED = 'A reason is required'
export const USER_NOT_FOUND = 'User not found'
export const GRANT_NOT_FOUND = 'Grant not found'
export const CODE_NOT_FOUND = 'Code not found'
export const ACCOUNT_WITHOUT_PAYMENT = 'There is no payment to refund.'
export const JOB_NOT_FOUND = 'Job not found'

const line = (typed: string) => oneLine(typed).replaceAll(/\s+/g, ' ').toWellFormed()

const reason = z
  .string({ error: REASON_REQUIRED })
  .transform(line)
  .pipe(z.string().min(1, REASON_REQUIRED).max(MAX_REASON, `A reason must be at most ${MAX_REASON} characters`))
/** Null: for good. It has to be said, so that nobody gives it by leaving something out. */
const days = z
  .number({ error: DAYS_WRONG })
  .int(DAYS_WRONG)
  .min(1, DAYS_WRONG)
  .max(MAX_GRANT_DAYS, DAYS_WRONG)
  .nullable()

/** Somebody as an administrator sees them: their standing, and nothing of what they track. */
export const AdminUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(['user', 'admin']),
  /** Their address stands in ADMIN_EMAILS: an administrator once it is proven. */
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
  /** Given by a code that the user redeemed. */
  isByCode: z.boolean(),
})
export type Grant = z.infer<typeof Grant>

export const AdminUserPage = AdminUser.extend({
  companies: z.number(),
  grants: z.array(Grant),
  /** What the card provider last said; none where nobody ever began to pay. */
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

/** To somebody by id, or by the address they are known under. */
export const NewGrant = z
  .object({
    userId: z.uuid().optional(),
    email: z.string().max(320).transform(line).optional(),
    days,
    reason,
  })
  .refine(({ userId, email }) => (userId === undefined) !== (email === undefined), {
    message: 'Name either userId or email',
  })
export type NewGrant = z.infer<typeof NewGrant>

/** Why an account is closed; the record keeps it. */
export const Closing = z.object({ reason })
export type Closing = z.infer<typeof Closing>

/** What went back to the card. */
export const RefundedPayment = z.object({
  invoiceId: z.string(),
  amountCents: z.number(),
  currency: z.string(),
})
export type RefundedPayment = z.infer<typeof RefundedPayment>

const CODE_STATES = ['open', 'redeemed', 'expired', 'revoked'] as const

export const GrantCode = z.object({
  id: z.number(),
  /** Its last letters. */
  hint: z.string(),
  days: z.number().nullable(),
  reason: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  state: z.enum(CODE_STATES),
  redeemedAt: z.string().nullable(),
  /** Who redeemed it, while they have an account. */
  redeemedBy: z.object({ id: z.string(), email: z.string() }).nullable(),
})
export type GrantCode = z.infer<typeof GrantCode>

/** The one time that a code is told. */
export const CreatedCode = GrantCode.extend({ code: z.string() })
export type CreatedCode = z.infer<typeof CreatedCode>

const CODE_DAYS = 90
const REDEEM_WITHIN = 'Must be a whole number of days from 1 to 365'
export const NewCode = z.object({
  days,
  reason,
  /** How long it can be redeemed. */
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
  /** The address of whom it concerned, while they have an account. */
  email: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const RowId = z.coerce.number().int().min(1).max(2_147_483_647)
/** Where a list goes on: the id of the last that was seen. */
export const AuditSearch = z.object({ before: RowId.optional() })

export const CODE_REFUSED = 'This code is not valid, or it was used already.'
export const PERMANENT_ACCESS = 'You have access for good already. The code was not used.'
export const SUBSCRIPTION_RENEWS =
  'Your subscription is running. Cancel it first, so that you do not pay for the same days. The code was not used.'

/** Letters and digits that cannot be taken for one another, in groups of four. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP = 4
export const CODE_LETTERS = GROUPS * GROUP

/** 80 random bits as people can read them to each other: `7K2M-…`. */
export const formatCode = (bytes: Uint8Array): string =>
  Array.from(bytes.slice(0, CODE_LETTERS), (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replaceAll(/.{4}(?=.)/g, '$&-')

/** However it was typed: case, spaces, hyphens and letters that look like digits make no difference. Null where it can be no code. */
export function parseCode(typed: string): string | null {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]+/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return letters.length === CODE_LETTERS && [...letters].every((letter) => ALPHABET.includes(letter)) ? letters : null
}

export const RedeemRequest = z.object({ code: z.string({ error: CODE_REFUSED }).max(100, CODE_REFUSED) })

/** Until when the access lasts that the code gave; null for good. */
export const Redeemed = z.object({ endsAt: z.string().nullable() })
export type Redeemed = z.infer<typeof Redeemed>
