export const NAME_REQUIRED = 'Company name is required'
const NAME_TOO_LONG = 'Company name must be at most 200 characters'
export const WEBSITE_REQUIRED = 'Company website is required'
export const WEBSITE_INVALID = 'Must be a valid URL'

const MAX_NAME = 200
const MAX_DETAIL = 100

// PostgreSQL text cannot hold U+0000, and other control characters have no business in a name.
export const oneLine = (typed: string) => typed.replaceAll(/\p{Cc}+/gu, ' ').trim()

/** Why a name, already on one line, cannot be a company's. */
export function nameProblem(line: string): string | null {
  if (line === '') return NAME_REQUIRED
  return line.length > MAX_NAME ? NAME_TOO_LONG : null
}

/** Whether a category or stage, already on one line, can be kept. */
export const isDetailTooLong = (line: string) => line.length > MAX_DETAIL
