import type { Check } from '../item.ts'
import type { Watch } from './watch-store.ts'

/** A feed that comes and goes does not have its site discovered more often than this. */
const DISCOVER_AGAIN_MS = 24 * 3_600_000

type Loss = {
  state: 'failed'
  problem: string
  lostAt: Date | null
  /** When its site is to be discovered again; only where it has just vanished. */
  discoverAt: Date | null
}

type Known = Pick<Watch, 'address' | 'foundAt' | 'lostAt' | 'failingSince'>

/** An address that had a feed and has none any more has failed; one that never had any is only not found. */
export function vanished(
  { address, foundAt, lostAt, failingSince }: Known,
  check: Pick<Check, 'state'>,
  now: Date,
): Loss | null {
  if (check.state !== 'never-found' || address === '' || foundAt === null) return null
  const failure = { state: 'failed', problem: GONE } as const
  const isKnown = lostAt !== null && failingSince !== null && lostAt >= failingSince
  if (isKnown) return { ...failure, lostAt, discoverAt: null }
  const isFirst = lostAt === null || now.getTime() - lostAt.getTime() >= DISCOVER_AGAIN_MS
  return {
    ...failure,
    lostAt: now,
    discoverAt: isFirst ? now : new Date(now.getTime() + DISCOVER_AGAIN_MS),
  }
}

const GONE = 'It is gone from this address.'
