import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment, systemOnly } from './row-rules.ts'

/**
 * That an address has had its trial: written once it is proven, and kept after the account is gone.
 * A keyed hash of the normalised address names nobody, and the same mailbox gets no second trial.
 */
export const pastTrials = pgTable(
  'past_trials',
  { emailHash: text().primaryKey(), trialEndedAt: moment().notNull() },
  () => [systemOnly()],
)

/** Whose account was deleted, as a hash of its id: a backup that is restored brings nobody back. */
export const erasures = pgTable(
  'erasures',
  { personHash: text().primaryKey(), erasedAt: moment().notNull() },
  () => [systemOnly()],
)
