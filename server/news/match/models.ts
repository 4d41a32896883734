import type { Features } from './features.ts'
import { PROMINENCE, TEXT, TITLE } from './weights.ts'

/** The weight of each feature in the log odds, learned by tools/train/match-model.ts. */
export type Weights = Record<string, number>
export type Models = { title: Weights; text: Weights; prominence: Weights }

export const MODELS: Models = { title: TITLE, text: TEXT, prominence: PROMINENCE }

export function oddsOf(weights: Weights, features: Features): number {
  let odds = weights.bias ?? 0
  for (const name in features) odds += (weights[name] ?? 0) * (features[name] ?? 0)
  return odds
}
