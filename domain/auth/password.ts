const WORDS = `
  password passwort passw0rd p@ssword p@ssw0rd pass secret geheim letmein welcome login admin administrator root guest
  user test tester master dragon monkey shadow sunshine princess football baseball basketball soccer hockey superman
  batman pokemon starwars trustno1 iloveyou loveme lovely love hello hallo freedom whatever michael jennifer jessica
  jordan thomas charlie daniel george andrew ashley nicole matthew joshua robert summer winter spring autumn flower
  orange banana cookie chocolate cheese pepper ginger purple silver golden diamond computer internet google facebook
  twitter linkedin changeme default temp temporary access killer hunter ranger buster tigger mustang corvette ferrari
  porsche mercedes harley maggie bailey angel blessed jesus maria monster matrix phoenix eagle falcon tiger lion
  samsung apple android iphone windows microsoft office money investor invest startup unicorn portfolio tidings
`
  .trim()
  .split(/\s+/)
const ENDINGS = [
  '',
  '1',
  '2',
  '7',
  '01',
  '11',
  '12',
  '21',
  '22',
  '23',
  '69',
  '99',
  '00',
  '123',
  '321',
  '1234',
  '12345',
  '123456',
  '!',
  '1!',
  '.',
]
const YEARS = Array.from({ length: 61 }, (_, index) => String(1970 + index))

const COMMON = new Set(WORDS.flatMap((word) => [...ENDINGS, ...YEARS].map((ending) => word + ending)))

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'yxcvbnm',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
  'q1w2e3r4t5y6',
  '1q2w3e4r5t6y',
]

export function isGuessable(password: string, email: string): boolean {
  const plain = password.toLowerCase()
  return COMMON.has(plain) || isRepetition(plain) || isRun(plain) || isAddress(plain, email.toLowerCase())
}

const isRepetition = (text: string) => /^(.{1,3}?)\1+$/su.test(text)

function isRun(text: string): boolean {
  const runs = [...ROWS, ...ROWS.map((row) => [...row].toReversed().join(''))]
  const isPart = (part: string) => part.length >= 3 && runs.some((row) => row.includes(part))
  return Array.from({ length: text.length + 1 }, (_, at) => at).some(
    (at) => isPart(text.slice(0, at)) && (at === text.length || isPart(text.slice(at))),
  )
}

function isAddress(text: string, email: string): boolean {
  const [local = ''] = email.split('@')
  return email !== '' && (text === email || (local.length >= 4 && text.replace(/\d{0,4}!?$/, '') === local))
}

export type Strength = 'too-short' | 'weak' | 'fair' | 'good' | 'strong'

const ADVISED_LENGTH = 12
const [FAIR_BITS, GOOD_BITS, STRONG_BITS] = [45, 60, 75]

export const passwordHint = (minLength: number) =>
  minLength < ADVISED_LENGTH
    ? `At least ${minLength} characters. ${ADVISED_LENGTH} or more is better.`
    : `At least ${minLength} characters.`

export const passwordTooShort = (minLength: number) => `Password must be at least ${minLength} characters long`

export const isTooShort = (password: string, minLength: number) => [...password].length < minLength

/** An estimate while typing; the server decides, with its list of common passwords. */
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

function bitsOf(password: string): number {
  const alphabet = CLASSES.reduce((sum, [sign, size]) => sum + (sign.test(password) ? size : 0), 0)
  const signs = [...password]
  const fresh = new Set(signs).size
  return (fresh + (signs.length - fresh) / 2) * Math.log2(alphabet)
}
