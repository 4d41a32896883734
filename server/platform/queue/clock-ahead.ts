import type { Database } from '../database/open.ts'
import { describeError, type Log } from '../log.ts'

const EVERY_MS = 60_000
/** Less than a claim or a signature is valid for, and more than a slow statement takes. */
const MAX_OFFSET_SECONDS = 60
/** No job is enqueued for later, and the longest wait before a retry is eight minutes. */
const LATEST = `now() + interval '10 minutes'`

/** Checks once at the start and then every minute on a timer, because schedules stop when a clock was ahead. */
export async function watchForClockAhead(
  execute: Database['execute'],
  log: Log,
  clock: () => number = Date.now,
): Promise<() => void> {
  let wasOff = false
  const reportOffset = async () => {
    const { rows } = await execute('select extract(epoch from clock_timestamp())::float8 as seconds')
    const offset = Math.round(clock() / 1000 - (rows[0] as { seconds: number }).seconds)
    const isOff = Math.abs(offset) > MAX_OFFSET_SECONDS
    if (isOff && !wasOff)
      log.warn({ event: 'clock.off', seconds: offset }, "this machine's clock differs from the database's")
    wasOff = isOff
  }
  const look = async () => {
    try {
      await reportOffset()
      await forgetClockAhead(execute)
    } catch (error) {
      log.debug({ err: describeError(error) }, 'failed to check the clock')
    }
  }
  await look()
  const timer = setInterval(() => void look(), EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** pg-boss waits until its stored times have passed, even if the clock that wrote them was far ahead. */
async function forgetClockAhead(execute: Database['execute']): Promise<void> {
  const isAhead = (column: string) => `${column} > ${LATEST}`
  const notAhead = (column: string) => `${column} = case when ${isAhead(column)} then now() else ${column} end`
  const forget = (table: string, which: string, ...columns: string[]) =>
    execute(`update pgboss.${table} set ${columns.map(notAhead).join(', ')} where ${which}
      and (${columns.map(isAhead).join(' or ')})`)
  await forget('version', 'true', 'cron_on', 'bam_on', 'flow_on', 'reindex_on')
  await forget('queue', 'true', 'monitor_claim_on', 'monitor_on', 'maintain_on')
  await forget('job', `state <= 'active'`, 'start_after', 'started_on', 'heartbeat_on')
}
