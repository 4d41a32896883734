/** The message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export const USE_ANOTHER_DATABASE = 'set DATABASE_URL to the address of a PostgreSQL server.'

export function lastLine(text: string) {
  return text.trim().split('\n').at(-1)?.trim() ?? ''
}

export const READY = 'database system is ready to accept connections'
export const WAITS_TO_STOP = 'received smart shutdown request'

export function notable(line: string): string | null {
  const [, text] = /^(?:LOG|FATAL|PANIC): {2}(.*)$/.exec(line) ?? []
  if (!text || ROUTINE.some((start) => text.startsWith(start))) return null
  return text
}

export function fatal(line: string): string | null {
  return /^(?:FATAL|PANIC): {2}(.*)$/.exec(line)?.[1] ?? null
}

const ROUTINE = [
  'starting PostgreSQL',
  'listening on Unix socket',
  READY,
  'database system was shut down at',
  'database system is shut down',
  WAITS_TO_STOP,
  'received fast shutdown request',
  'aborting any active transactions',
  'shutting down',
  'terminating connection due to administrator command',
  'terminating autovacuum process',
  'the database system is shutting down',
  'the database system is starting up',
  'could not send data to client',
  'could not receive data from client',
  'unexpected EOF on client connection',
  'connection to client lost',
  'redo starts at',
  'redo done at',
  'invalid record length at',
]
