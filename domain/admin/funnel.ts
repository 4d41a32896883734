import { z } from 'zod'
import { CHURN_REASONS } from '../billing/churn.ts'
import { endpointsOf, file, json } from '../endpoint.ts'

export const FUNNEL_STEPS = ['signedUp', 'confirmed', 'firstCompany', 'firstRead', 'card', 'paid', 'stillPaid'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

const counts = Object.fromEntries(FUNNEL_STEPS.map((step) => [step, z.number()])) as Record<FunnelStep, z.ZodNumber>

/** Accounts that were created in a week; the steps say how far they have come by now. */
export const FunnelRow = z.object({ week: z.string(), source: z.string().nullable(), ...counts })
export type FunnelRow = z.infer<typeof FunnelRow>

export const ChurnRow = z.object({ week: z.string(), reason: z.enum(CHURN_REASONS), count: z.number() })
export type ChurnRow = z.infer<typeof ChurnRow>

export const Funnel = z.object({ rows: z.array(FunnelRow), churn: z.array(ChurnRow) })
export type Funnel = z.infer<typeof Funnel>

const WEEKS_WRONG = 'Must be a whole number of weeks from 1 to 104'
const FunnelSearch = z.object({
  weeks: z.coerce.number(WEEKS_WRONG).int(WEEKS_WRONG).min(1, WEEKS_WRONG).max(104, WEEKS_WRONG).default(12),
})

const forAdmins = endpointsOf({ access: 'admin', tag: 'Administration' })

export const getFunnel = forAdmins('get', '/api/admin/funnel', {
  summary: 'Count how far accounts have come, by the week they were created and their source',
  description: 'Only counts. Accounts that were deleted are not in them.',
  query: FunnelSearch,
  answer: json(Funnel, 'Newest week first'),
})

export const exportFunnel = forAdmins('get', '/api/admin/funnel/export', {
  summary: 'Download the same counts',
  query: FunnelSearch,
  answer: file('The counts', 'text/csv'),
})
