import { z } from 'zod'
import { Entitlement } from './entitlement.ts'

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
  /** Whether their briefs may be written by a language model, where one is connected. */
  usesModel: z.boolean(),
  /** Whether they want to be reminded of their trial by e-mail. */
  wantsReminders: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  entitlement: Entitlement,
})
export type Profile = z.infer<typeof Profile>

const personName = z
  .string()
  .transform((value) => value.replaceAll(/\p{Cc}+/gu, ' ').trim())
  .pipe(z.string().max(100, 'Name must be at most 100 characters'))
  .transform((value) => (value === '' ? null : value))

/** All that a user may change of the profile row here; the e-mail goes through the auth protocol. */
export const ProfileChange = z.object({
  firstName: personName.nullable().optional(),
  lastName: personName.nullable().optional(),
  wantsReminders: z.boolean().optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** Whether a language model may write what they read. */
export const ModelChoice = z.object({ usesModel: z.boolean() })
export type ModelChoice = z.infer<typeof ModelChoice>

/** One device that is signed in, as the security page lists it. */
export const DeviceInfo = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeen: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  current: z.boolean(),
})
export type DeviceInfo = z.infer<typeof DeviceInfo>

/** Deleting an account asks for the password again; an account that has none sends an empty one. */
export const Erasure = z.object({ password: z.string().max(1000) })
