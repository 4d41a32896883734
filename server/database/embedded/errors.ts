/** Its message is one line, written for the operator. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export const USE_ANOTHER_DATABASE = 'set DATABASE_URL to the address of a PostgreSQL server.'

/** What a failed program said last, or what the system said about it. */
export function lastLine(text: string) {
  return text.trim().split('\n').at(-1)?.trim() ?? ''
}
