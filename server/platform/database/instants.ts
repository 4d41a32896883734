/** `2026-03-01 12:00:00.123456+00`, as PostgreSQL writes timestamps in UTC. */
const WRITTEN_LENGTH = '2026-03-01 12:00:00+00'.length

/** Like `new Date(written).toISOString()`, but in a fraction of the time, which matters for thousands of rows. */
export function isoInstant(written: string): string {
  if (written.length < WRITTEN_LENGTH || written[10] !== ' ' || !written.endsWith('+00'))
    return new Date(written).toISOString()
  const milliseconds = written.slice(20, -3).slice(0, 3).padEnd(3, '0')
  return `${written.slice(0, 10)}T${written.slice(11, 19)}.${milliseconds}Z`
}
