import { or, sql, type SQL } from 'drizzle-orm'
import { authSessions } from '../database/auth-schema.ts'
import type { AuthParts, AuthSettings } from './parts.ts'
import type { SessionRow } from './store.ts'

type Limits = Pick<AuthSettings, 'sessionMaxAge' | 'sessionIdle'>
export type SessionEnd = { at: Date; because: 'age' | 'inactivity' }

const later = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000)

/** When a session ends at the latest, unless it is refreshed before; a refresh moves the idle limit and nothing else. */
export function endOf({ sessionMaxAge, sessionIdle }: Limits, session: SessionRow): SessionEnd {
  const oldest = later(session.createdAt, sessionMaxAge)
  const aged = session.notAfter && session.notAfter < oldest ? session.notAfter : oldest
  const idle = later(session.refreshedAt ?? session.createdAt, sessionIdle)
  return idle < aged ? { at: idle, because: 'inactivity' } : { at: aged, because: 'age' }
}

export const isOver = ({ settings, clock }: Pick<AuthParts, 'settings' | 'clock'>, session: SessionRow) =>
  endOf(settings, session).at <= clock()

/** The same rule for the database: the sessions that are over at a moment, given as text. */
export const overAt = ({ sessionMaxAge, sessionIdle }: Limits, moment: SQL): SQL => {
  const ago = (seconds: number) => sql`(${moment})::timestamptz - make_interval(secs => ${seconds})`
  const lastUse = sql`coalesce(${authSessions.refreshedAt}, ${authSessions.createdAt})`
  return sql`(${or(
    sql`${authSessions.notAfter} <= (${moment})::timestamptz`,
    sql`${authSessions.createdAt} <= ${ago(sessionMaxAge)}`,
    sql`${lastUse} <= ${ago(sessionIdle)}`,
  )}) is true`
}
