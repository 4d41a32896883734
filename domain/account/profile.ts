import { z } from 'zod'
import { Entitlement } from './entitlement.ts'
import { Price } from './price.ts'

export const SubscriptionStatus = z.enum(['trial', 'active', 'expired'])

export const Profile = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(['user', 'admin']),
  subscriptionStatus: SubscriptionStatus,
  stripeCustomerId: z.string().nullable(),
  stripeSubscriptionId: z.string().nullable(),
  trialEndsAt: z.string().nullable(),
  usesModel: z.boolean(),
  wantsReminders: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  entitlement: Entitlement,
  /** What the subscription costs, if not the plan's price; null if discounts decide it each time. */
  price: Price.nullable().optional(),
})
export type Profile = z.infer<typeof Profile>

const personName = z
  .string()
  .transform((value) => value.replaceAll(/\p{Cc}+/gu, ' ').trim())
  .pipe(z.string().max(100, 'Name must be at most 100 characters'))
  .transform((value) => (value === '' ? null : value))

/** Email changes go through the auth protocol. */
export const ProfileChange = z.object({
  firstName: personName.nullable().optional(),
  lastName: personName.nullable().optional(),
  wantsReminders: z.boolean().optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** The names that the user table has are accepted too. */
export const ProfileBody = ProfileChange.extend({
  first_name: ProfileChange.shape.firstName,
  last_name: ProfileChange.shape.lastName,
}).transform(({ first_name, last_name, ...change }): ProfileChange => ({
  firstName: first_name,
  lastName: last_name,
  ...change,
}))

export const ModelChoice = z.object({ usesModel: z.boolean() })
export type ModelChoice = z.infer<typeof ModelChoice>

export const DeviceInfo = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeen: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  current: z.boolean(),
})
export type DeviceInfo = z.infer<typeof DeviceInfo>

/** An account without a password sends an empty one. */
export const Erasure = z.object({ password: z.string().max(1000) })
