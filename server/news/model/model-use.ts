import { sql } from 'drizzle-orm'
import { HOUR_MS, type Clock } from '#domain/time.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { messageOf, type Asked, type Model, type ModelRequest, type Outcome } from './model.ts'

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = HOUR_MS
/** A token is about four letters of English, fewer in other languages. */
const LETTERS_A_TOKEN = 3

type Needs = { database: Database; clock: Clock; model: Model }

export type ModelUse = ReturnType<typeof createModelUse>

/** The one way to ask the model: within the day's tokens, and not while the service is out of order. */
export function createModelUse({ database, clock, model }: Needs) {
  const store = tokenStore(database.system, model.name)
  const today = () => clock().toISOString().slice(0, 10)
  let failures = 0
  let pausedUntil = 0

  function noted(outcome: Outcome<unknown>): void {
    if ('answer' in outcome) failures = 0
    else if (outcome.trouble !== 'unusable') {
      failures += 1
      const ms = Math.max(FIRST_PAUSE_MS * 2 ** (failures - 1), (outcome.retryAfterS ?? 0) * 1000)
      pausedUntil = clock().getTime() + Math.min(ms, LONGEST_PAUSE_MS)
    }
  }

  return {
    model: model.name,

    isPaused: () => pausedUntil > clock().getTime(),

    /** Null if the day's tokens don't allow it. */
    async ask<Answer>(request: ModelRequest<Answer>): Promise<Outcome<Answer> | null> {
      const day = today()
      const letters = request.instructions.length + messageOf(request.items).length
      const reserved = Math.ceil(letters / LETTERS_A_TOKEN) + request.maxOutputTokens
      if (!(await store.reserve(day, reserved, model.maxTokensPerDay))) return null
      const asked = await model.ask(request)
      noted(asked.outcome)
      await store.settle(day, reserved, asked)
      return asked.outcome
    },

    /** How many sentences or facts it stated, and how many of them the articles don't say. */
    verified: (stated: number, dropped: number) => store.verified(today(), stated, dropped),
  }
}

const tokenStore = (queries: Queries, model: string) => ({
  /** Reserves tokens before they're used, so that concurrent requests can't exceed the daily cap together. */
  async reserve(day: string, tokens: number, limit: number): Promise<boolean> {
    const others = sql`(select coalesce(sum(input_tokens + output_tokens), 0) from model_use other
      where other.day = ${day}::date and other.model <> ${model})`
    // Concurrent upserts of the row are serialized, so each one sees the result of the one before.
    const { rows } = await queries.execute(sql`
      insert into model_use as used (day, model, input_tokens)
      select ${day}::date, ${model}, ${tokens}::bigint where ${others} + ${tokens}::bigint <= ${limit}::bigint
      on conflict (day, model) do update set input_tokens = used.input_tokens + excluded.input_tokens
        where ${others} + used.input_tokens + used.output_tokens + excluded.input_tokens <= ${limit}::bigint
      returning day`)
    return rows.length > 0
  },

  /** Replaces the reservation with actual use. */
  async settle(day: string, reserved: number, { outcome, calls, tokens }: Asked<unknown>): Promise<void> {
    const { input, output } = tokens ?? { input: reserved, output: 0 }
    await queries.execute(sql`
      update model_use set calls = calls + ${calls}, failures = failures + ${'trouble' in outcome ? 1 : 0},
        input_tokens = input_tokens + ${input - reserved}, output_tokens = output_tokens + ${output}
      where day = ${day}::date and model = ${model}`)
  },

  async verified(day: string, stated: number, dropped: number): Promise<void> {
    await queries.execute(sql`
      update model_use set sentences = sentences + ${stated}, dropped = dropped + ${dropped}
      where day = ${day}::date and model = ${model}`)
  },
})

/** Totals across all models. */
async function modelUseOf(queries: Queries, day: string) {
  const { rows } = await queries.execute<Record<'calls' | 'input' | 'output' | 'dropped', string>>(sql`
    select coalesce(sum(calls), 0) as calls, coalesce(sum(input_tokens), 0) as input,
      coalesce(sum(output_tokens), 0) as output, coalesce(sum(dropped), 0) as dropped
    from model_use where day = ${day}::date`)
  const { calls = 0, input = 0, output = 0, dropped = 0 } = rows[0] ?? {}
  return { calls: Number(calls), input: Number(input), output: Number(output), dropped: Number(dropped) }
}

/** Dollars per million tokens. */
type Price = { input: number; output: number }

export function modelMetrics(database: Database, clock: Clock, price: Price | null) {
  const used = () => modelUseOf(database.system, clock().toISOString().slice(0, 10))
  const metric = (name: string, help: string, read: (today: Awaited<ReturnType<typeof used>>) => number) => ({
    name,
    help,
    read: async () => read(await used()),
  })
  return [
    metric('ai_calls_today', 'Questions to the language model', ({ calls }) => calls),
    metric('ai_tokens_today', 'Tokens of the language model, in and out', ({ input, output }) => input + output),
    metric(
      'ai_sentences_dropped_today',
      'Sentences and facts that the model wrote and their sources do not say',
      ({ dropped }) => dropped,
    ),
    ...(price
      ? [
          metric(
            'ai_cost_today_dollars',
            'What the language model costs, by AI_PRICE',
            ({ input, output }) => (input * price.input + output * price.output) / 1e6,
          ),
        ]
      : []),
  ]
}
