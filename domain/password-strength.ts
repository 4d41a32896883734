import { isGuessable } from './guessable-password.ts'

export type Strength = 'too-short' | 'weak' | 'fair' | 'good' | 'strong'

const ADVISED_LENGTH = 12
const [FAIR_BITS, GOOD_BITS, STRONG_BITS] = [45, 60, 75]

/** What the fields of a new password say below them. */
export const passwordHint = (minLength: number) =>
  minLength < ADVISED_LENGTH
    ? `At least ${minLength} characters. ${ADVISED_LENGTH} or more is better.`
    : `At least ${minLength} characters.`

export const passwordTooShort = (minLength: number) =>
  `Password must be at least ${minLength} characters long`

export const isTooShort = (password: string, minLength: number) => [...password].length < minLength

/** An estimate for people who are typing; the server has the list of common passwords, and the last word. */
export function strengthOf(
  password: string,
  { minLength, email }: { minLength: number; email: string },
): Strength | null {
  if (password === '') return null
  if (isTooShort(password, minLength)) return 'too-short'
  if (isGuessable(password, email)) return 'weak'
  const bits = bitsOf(password)
  if (bits < FAIR_BITS) return 'weak'
  if (bits < GOOD_BITS) return 'fair'
  return bits < STRONG_BITS ? 'good' : 'strong'
}

const CLASSES: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
]

/** Characters that came before count for half. */
function bitsOf(password: string): number {
  const alphabet = CLASSES.reduce((sum, [sign, size]) => sum + (sign.test(password) ? size : 0), 0)
  const signs = [...password]
  const fresh = new Set(signs).size
  return (fresh + (signs.length - fresh) / 2) * Math.log2(alphabet)
}
