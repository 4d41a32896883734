import type { Database } from '../../database/open.ts'
import type { Clock } from '../../ports.ts'
import { modelUseOf } from './model-store.ts'

/** Dollars per million tokens. */
type Price = { input: number; output: number }

/** What an operator watches: how much the model was asked today, what it took, and what was thrown away. */
export function modelFigures(database: Database, clock: Clock, price: Price | null) {
  const used = () => modelUseOf(database.system, clock().toISOString().slice(0, 10))
  const figure = (name: string, help: string, read: (today: Awaited<ReturnType<typeof used>>) => number) => ({
    name,
    help,
    read: async () => read(await used()),
  })
  return [
    figure('ai_calls_today', 'Questions to the language model', ({ calls }) => calls),
    figure(
      'ai_tokens_today',
      'Tokens of the language model, in and out',
      ({ input, output }) => input + output,
    ),
    figure('ai_sentences_dropped_today', 'Sentences whose sources do not say so', ({ dropped }) => dropped),
    ...(price
      ? [
          figure(
            'ai_cost_today_dollars',
            'What the language model costs, by AI_PRICE',
            ({ input, output }) => (input * price.input + output * price.output) / 1e6,
          ),
        ]
      : []),
  ]
}
