import type { Metric } from '#domain/updates/update.ts'
import type { Found } from './counts.ts'
import { isPeriod, latestColumn } from './periods.ts'

export type Stated = Found & { sentence: string }

/** The first of several statements of a metric, unless another one is better or later. */
export function currentOf(statements: Stated[], sentAt: Date): Metric[] {
  const better = statements.filter(({ isFallback, sentence }) => !isFallback && !EARLIER.test(labelOf(sentence)))
  const candidates = better.length > 0 ? better : statements
  const periods = candidates.map(({ sentence }) => periodOf(sentence))
  const distinct = [...new Set(periods.filter((period) => period !== null))]
  const latest = periods[0] ? distinct[(latestColumn(['', ...distinct], sentAt) ?? 0) - 1] : undefined
  const current = latest === undefined ? candidates[0] : candidates[periods.indexOf(latest)]
  if (!current) return []
  const { isFallback: _, ...metric } = current
  return [metric]
}

const EARLIER = /\b(?:last|prior|previous) (?:month|quarter)\b/i

/** What precedes the value: "August: revenue $80k", "MRR (Aug): $44k", "In August, MRR was $44k". */
const labelOf = (sentence: string): string => /^[^:\p{Sc}]{0,40}/u.exec(sentence)?.[0] ?? ''

const PERIOD = /(?<![\p{L}\d])(?:\p{Lu}\p{L}{2,11}\.?|Q[1-4])(?: \d{4})?(?![\p{L}\d])/gu

const periodOf = (sentence: string): string | null =>
  labelOf(sentence)
    .match(PERIOD)
    ?.find((word) => isPeriod(word)) ?? null
