import { isIP } from 'node:net'
import { z } from 'zod'

export const text = (fallback: string) => z.string().trim().default(fallback)

export const listOf = (entries: string): string[] =>
  entries
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

export const port = (fallback: number) =>
  z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(fallback)

/** Says the range of a number, because the validator's own messages mention NaN. */
export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) => {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
  const problem = `must be a whole number ${range}`
  return z.coerce.number(problem).int(problem).min(least, problem).max(most, problem)
}

export const switchOf = () => z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on')

export const webAddress = () =>
  z
    .string()
    .trim()
    .refine((value) => /^https?:\/\/[^/]/i.test(value) && URL.canParse(value), 'must be an http(s) address')

/** Whatever follows the host would be missing from every link. */
export const origin = () =>
  webAddress().refine(
    (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
    'must end after the host and port',
  )

export const postgresUrl = () =>
  z
    .string()
    .trim()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    // The host may be empty, if a parameter names a socket.
    .refine((value) => isUnambiguous(value.replace('@/', '@localhost/')), AMBIGUOUS)
    .optional()

export const smtpUrl = () =>
  z
    .string()
    .trim()
    .regex(/^smtps?:\/\/[^/]/, 'must start with smtp:// or smtps://')
    .refine(isUnambiguous, AMBIGUOUS)
    .optional()

const AMBIGUOUS =
  'must be a valid address, in which special characters of the password are percent-encoded, such as %23 for #'

/** An unencoded `#` would cut a password off, and its first part would be read as the port. */
const isUnambiguous = (value: string) => URL.canParse(value) && !value.includes('#')

/** Note that the service at this URL learns which companies are tracked. */
export const logoUrl = () =>
  webAddress()
    .refine((value) => value.includes('{domain}'), 'must contain {domain}')
    .optional()

export const networks = () =>
  z
    .string()
    .default('')
    .transform(listOf)
    .refine((entries) => entries.every(isNetwork), 'must be a comma list of addresses or CIDR ranges')

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

/** Parses durations such as `90s`, `60m`, `2h` or `30d` into seconds. */
export const duration = (fallback: string, shortest = 1, tooShort = 'must be longer than nothing') =>
  z
    .string()
    .trim()
    .regex(/^\d{1,5}[smhd]$/, 'must be a time such as 60m')
    .default(fallback)
    .transform((span) => Number(span.slice(0, -1)) * ({ s: 1, m: 60, h: 3600, d: 86_400 }[span.slice(-1)] ?? 1))
    .refine((seconds) => seconds >= shortest, tooShort)

export const secret = (length: number) => z.string().min(length, `must have at least ${length} characters`)

/** Never includes the value, because it may be a secret. */
export const faultsOf = (error: z.ZodError) => error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
