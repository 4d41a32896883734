import { z } from 'zod'
import { COVERAGE_STATES } from '../news/coverage.ts'

export const SourceHealth = z.object({
  name: z.string(),
  label: z.string(),
  gives: z.string(),
  terms: z.string(),
  termsUrl: z.string().nullable(),
  readOn: z.string(),
  allowsCommercialUse: z.boolean(),
  isOn: z.boolean(),
  addresses: z.number(),
  good: z.number(),
  failing: z.number(),
  /** Addresses that failed so often that they're polled only once a day. */
  parked: z.number(),
  unchecked: z.number(),
  checkedAt: z.string().nullable(),
  goodAt: z.string().nullable(),
  problem: z.string().nullable(),
})
export type SourceHealth = z.infer<typeof SourceHealth>

const FailingAddress = z.object({
  source: z.string(),
  label: z.string(),
  /** Null for a user's own feed. */
  address: z.string().nullable(),
  failures: z.number(),
  failingSince: z.string().nullable(),
  problem: z.string().nullable(),
})

const SearchService = z.object({
  name: z.string(),
  label: z.string(),
  requests: z.number(),
  dollars: z.number(),
  /** Results that were matched with the company, most of them in vain. */
  candidates: z.number(),
  /** Stories that no other source had. */
  stories: z.number(),
  isRefused: z.boolean(),
})

/** Of the current month. */
export const SearchSpending = z.object({
  budget: z.number(),
  budgetPerCompany: z.number(),
  spent: z.number(),
  services: z.array(SearchService),
})
export type SearchSpending = z.infer<typeof SearchSpending>

export const PollingHealth = z.object({
  sources: z.array(SourceHealth),
  coverage: z.record(z.enum(COVERAGE_STATES), z.number()),
  failing: z.array(FailingAddress),
  /** Null if no search service has a key. */
  search: SearchSpending.nullable(),
})
export type PollingHealth = z.infer<typeof PollingHealth>

export const JobStats = z.object({
  name: z.string(),
  waiting: z.number(),
  active: z.number(),
  retrying: z.number(),
  parked: z.number(),
  doneAt: z.string().nullable(),
})
export type JobStats = z.infer<typeof JobStats>

/** The payload is left out because it may contain personal data. */
export const ParkedJob = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  failedAt: z.string().nullable(),
  tries: z.number(),
  problem: z.string().nullable(),
})
export type ParkedJob = z.infer<typeof ParkedJob>

export const JobOverview = z.object({ lines: z.array(JobStats), parked: z.array(ParkedJob) })
export type JobOverview = z.infer<typeof JobOverview>

const ModelDay = z.object({
  day: z.string(),
  model: z.string(),
  calls: z.number(),
  failures: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  sentences: z.number(),
  /** Sentences dropped because their sources do not support them. */
  dropped: z.number(),
  dollars: z.number().nullable(),
})

export const ModelCost = z.object({
  /** Null if no language model is connected. */
  model: z.string().nullable(),
  tokensADay: z.number().nullable(),
  days: z.array(ModelDay),
})
export type ModelCost = z.infer<typeof ModelCost>
