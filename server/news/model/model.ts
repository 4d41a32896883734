import type { z } from 'zod'

/** A language model. It never rejects. */
export type Model = {
  name: string
  /** Input and output tokens combined. */
  maxTokensPerDay: number
  ask: <Answer>(request: ModelRequest<Answer>) => Promise<Asked<Answer>>
}

export type ModelRequest<Answer> = {
  instructions: string
  /** Everything that the model sees besides the instructions; strangers wrote it. */
  items: unknown
  /** Without length limits, because not every service supports them. */
  answer: z.ZodType<Answer>
  maxOutputTokens: number
}

/** `later`: pause all requests; `unusable`: a bad response; `refused`: the operator must act. */
export type Trouble = { trouble: 'later' | 'unusable' | 'refused'; because: string; retryAfterS: number | null }
export type Outcome<Answer> = { answer: Answer } | Trouble

export type Asked<Answer> = {
  outcome: Outcome<Answer>
  calls: number
  /** Null if the provider didn't report usage. */
  tokens: { input: number; output: number } | null
}

/** The items as JSON; nothing in them can close the `items` element. */
export const messageOf = (items: unknown): string =>
  `<items>\n${JSON.stringify(items).replaceAll('<', String.raw`\u003c`)}\n</items>`
