import { z } from 'zod'
import { COVERAGE_STATES } from '../news/coverage.ts'

/** A source of the register, and how looking there goes. */
export const SourceHealth = z.object({
  name: z.string(),
  label: z.string(),
  gives: z.string(),
  terms: z.string(),
  termsUrl: z.string().nullable(),
  readOn: z.string(),
  allowsCommercialUse: z.boolean(),
  isOn: z.boolean(),
  /** How many addresses are looked at, and how those do. */
  addresses: z.number(),
  good: z.number(),
  failing: z.number(),
  /** Failed so often that they are asked once a day. */
  parked: z.number(),
  unchecked: z.number(),
  checkedAt: z.string().nullable(),
  goodAt: z.string().nullable(),
  /** What the newest failure said. */
  problem: z.string().nullable(),
})
export type SourceHealth = z.infer<typeof SourceHealth>

const FailingAddress = z.object({
  source: z.string(),
  label: z.string(),
  /** None where it is a user's own. */
  address: z.string().nullable(),
  failures: z.number(),
  failingSince: z.string().nullable(),
  problem: z.string().nullable(),
})

export const PollingHealth = z.object({
  sources: z.array(SourceHealth),
  /** How many of the tracked companies are covered how well. */
  coverage: z.record(z.enum(COVERAGE_STATES), z.number()),
  /** Those that fail longest, at most 50. */
  failing: z.array(FailingAddress),
})
export type PollingHealth = z.infer<typeof PollingHealth>

/** One kind of job, by how many are where. */
export const JobStats = z.object({
  name: z.string(),
  waiting: z.number(),
  active: z.number(),
  retrying: z.number(),
  parked: z.number(),
  /** When one of them last came to its end well. */
  doneAt: z.string().nullable(),
})
export type JobStats = z.infer<typeof JobStats>

/** A job that failed so often that it is not tried any more. What it was given is not told: it may name a person. */
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
  /** Thrown away, because their sources do not say so. */
  dropped: z.number(),
  /** By the price of the settings; null where none is set. */
  dollars: z.number().nullable(),
})

export const ModelCost = z.object({
  /** None where no language model is connected. */
  model: z.string().nullable(),
  tokensADay: z.number().nullable(),
  /** The last thirty days, the newest first. */
  days: z.array(ModelDay),
})
export type ModelCost = z.infer<typeof ModelCost>
