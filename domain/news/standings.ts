import { z } from 'zod'
import { Phrase } from './morning/morning.ts'

/** They differ by shape as well as color: a square, a disk, a triangle, a ring. */
export const TONES = ['bad', 'accent', 'warn', 'good', 'quiet'] as const

export const CompanyStanding = z.object({
  companyId: z.number(),
  companyName: z.string(),
  standing: z.object({ word: z.string().describe('Such as "Growing" or "At risk"'), tone: z.enum(TONES) }),
  roundAt: z.string().nullable().describe('When the last round of the last two years was confirmed'),
  latest: Phrase.extend({
    isAlarming: z.boolean(),
    isReported: z.boolean().describe('Of talks, or by unnamed sources'),
  }),
})
export type CompanyStanding = z.infer<typeof CompanyStanding>
