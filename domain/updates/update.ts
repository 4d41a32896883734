import { z } from 'zod'

export const METRIC_KINDS = [
  'arr',
  'mrr',
  'revenue',
  'growth',
  'burn',
  'runway',
  'cash',
  'headcount',
  'customers',
] as const
export type MetricKind = (typeof METRIC_KINDS)[number]

export const METRIC_LABELS: Record<MetricKind, string> = {
  arr: 'ARR',
  mrr: 'MRR',
  revenue: 'Revenue',
  growth: 'Growth',
  burn: 'Burn',
  runway: 'Runway',
  cash: 'Cash',
  headcount: 'Team',
  customers: 'Customers',
}

/** A metric that a founder states, with the verbatim sentence. */
export const Metric = z.object({
  kind: z.enum(METRIC_KINDS),
  /** As written: "$1.8M", "14 months". */
  written: z.string(),
  /** In units: dollars, months, people, percent. */
  value: z.number(),
  currency: z.string().nullable(),
  sentence: z.string(),
})
export type Metric = z.infer<typeof Metric>

export const UpdateAttachment = z.object({ name: z.string(), type: z.string(), size: z.number() })
export type UpdateAttachment = z.infer<typeof UpdateAttachment>

export const UPDATE_STATES = ['received', 'waiting', 'filed', 'confirmation', 'unreadable'] as const

/** Why the user has to say which company an email is from. */
export const WAITING_REASONS = ['unverified', 'unknown-sender', 'several', 'no-company'] as const
export type WaitingReason = (typeof WAITING_REASONS)[number]

/** A mail provider's request to confirm forwarding to this address. */
export const Confirmation = z.object({
  provider: z.string(),
  code: z.string().nullable(),
  /** On the provider's own site. */
  url: z.string().nullable(),
})
export type Confirmation = z.infer<typeof Confirmation>

export const ReceivedUpdate = z.object({
  id: z.number(),
  state: z.enum(UPDATE_STATES),
  receivedAt: z.string(),
  sentAt: z.string().nullable(),
  /** The author, according to the email itself. */
  senderName: z.string(),
  senderAddress: z.string(),
  subject: z.string(),
  /** The beginning of the text. */
  excerpt: z.string(),
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  reason: z.enum(WAITING_REASONS).nullable(),
  /** The ids of companies it may be from. */
  candidates: z.array(z.number()),
  confirmation: Confirmation.nullable(),
})
export type ReceivedUpdate = z.infer<typeof ReceivedUpdate>

export const UpdateSettings = z.object({
  /** Null while founder updates are off on this server. */
  address: z.string().nullable(),
  /** Whether the text of updates may be sent to the language model that writes briefs. */
  allowsModel: z.boolean(),
})
export type UpdateSettings = z.infer<typeof UpdateSettings>

export const UpdateSettingsChange = z.object({ allowsModel: z.boolean() })

export const FiledUpdate = z.object({ companyId: z.int().positive() })

export const CompanyUpdate = z.object({
  id: z.number(),
  companyId: z.number(),
  companyName: z.string(),
  sentAt: z.string(),
  senderName: z.string(),
  senderAddress: z.string(),
  subject: z.string(),
  metrics: z.array(Metric),
})
export type CompanyUpdate = z.infer<typeof CompanyUpdate>

/** The content of an email, whichever company it's from. */
export const EmailContent = z.object({ text: z.string(), attachments: z.array(UpdateAttachment) })
export type EmailContent = z.infer<typeof EmailContent>

export const WholeUpdate = CompanyUpdate.extend(EmailContent.shape)
export type WholeUpdate = z.infer<typeof WholeUpdate>

export const UPDATE_NOT_FOUND = 'Update not found'
export const UPDATES_OFF = 'Founder updates are not available here.'
export const UPDATE_NOT_FILED = 'This email is not an update. You can only delete it.'
