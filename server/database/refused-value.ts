const UNIQUE_VIOLATION = /^23505$/
// Class 22 of SQLSTATE: data exceptions, such as a text that is no date.
const DATA_EXCEPTION = /^22/

/** Whether the database refused a row because one like it is there already. */
export const isUniqueViolation = (error: unknown) => UNIQUE_VIOLATION.test(stateOf(error))

/** Whether the database could not read a value as what it should be. */
export const isUnreadableValue = (error: unknown) => DATA_EXCEPTION.test(stateOf(error))

function stateOf(error: unknown): string {
  const told = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return told instanceof Error && 'code' in told ? String(told.code) : ''
}
