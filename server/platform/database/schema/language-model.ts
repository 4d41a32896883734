import { bigint, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, systemOnly } from './row-security.ts'

/** Usage per day, checked against the daily limit. */
export const modelUse = pgTable(
  'model_use',
  {
    day: date().notNull(),
    model: text().notNull(),
    calls: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    inputTokens: bigint({ mode: 'number' }).notNull().default(0),
    outputTokens: bigint({ mode: 'number' }).notNull().default(0),
    /** Sentences and facts that it stated, and those dropped because their sources don't say so. */
    sentences: integer().notNull().default(0),
    dropped: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.model] }), systemOnly()],
)

/** What a language model answered about an article and a company; the same question isn't paid for twice. */
export const modelReadings = pgTable(
  'model_readings',
  {
    /** A hash of the question and the model's name. */
    key: text().primaryKey(),
    /** Null if the answer was of no use. */
    answer: jsonb().$type<unknown>(),
    answeredAt: moment().notNull(),
  },
  () => [systemOnly()],
)
