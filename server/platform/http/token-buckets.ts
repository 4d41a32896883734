import { MINUTE_MS } from '#domain/time.ts'
import { budgetHolder } from './peer.ts'

const MAX_HOLDERS = 50_000

/** One bucket per client address: a burst, then a refill per minute. */
export function createTokenBuckets({ burst, perMinute }: { burst: number; perMinute: number }) {
  const buckets = new Map<string, { tokens: number; at: number }>()

  /** Null, or the seconds until the next token. */
  return (peer: string, now: number): number | null => {
    const holder = budgetHolder(peer)
    const bucket = buckets.get(holder) ?? { tokens: burst, at: now }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / MINUTE_MS) * perMinute)
    bucket.at = now
    if (bucket.tokens < 1) return ((1 - bucket.tokens) / perMinute) * 60
    bucket.tokens -= 1
    // Re-inserting keeps the map in order of use: the first key is the least recently used.
    buckets.delete(holder)
    buckets.set(holder, bucket)
    if (buckets.size > MAX_HOLDERS) buckets.delete(buckets.keys().next().value ?? '')
    return null
  }
}
