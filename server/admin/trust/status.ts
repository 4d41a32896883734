import type { Health } from '#domain/admin/health.ts'
import { MINUTE_MS, type Clock } from '#domain/time.ts'
import { describeError, type Log } from '../../platform/log.ts'

/** So that visitors do not load what they want to know about. */
const FRESH_MS = MINUTE_MS / 2
const PATIENCE_MS = 5000

export type KnownStatus = { health: Health | null; lastGood: string | null }

type Needs = { check: () => Promise<Health>; clock: Clock; log: Log }

/** If the check itself fails or hangs, nothing is known, whatever it said before. */
export function createStatus({ check, clock, log }: Needs) {
  let last: { at: number; health: Promise<Health | null> } | null = null
  let lastGood: string | null = null

  async function checked(): Promise<Health | null> {
    let timer: NodeJS.Timeout | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the health check hangs')), PATIENCE_MS)
      })
      const health = await Promise.race([check(), late])
      lastGood = health.checkedAt
      return health
    } catch (error) {
      log.warn({ event: 'status.unknown', err: describeError(error) }, 'failed to check the status')
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  return async (): Promise<KnownStatus> => {
    const now = clock().getTime()
    if (!last || now - last.at >= FRESH_MS) last = { at: now, health: checked() }
    return { health: await last.health, lastGood }
  }
}
