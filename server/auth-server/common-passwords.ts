import { isGuessable } from '#domain/guessable-password.ts'
import { isListed } from './password-table.ts'

/** What people add to a password that was refused. */
const ENDING = /(?:(?:19|20)\d\d|\d{1,2}|321|123(?:4(?:5(?:67?8?9?)?)?)?)?[!.?*#$]{0,2}$/

/** How letters are disguised; 1 and ! stand for two of them. */
const DISGUISES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '€': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '8': 'b',
}

/** Whether a password, or what is left of it without its disguise, is among the most common or easily guessed. */
export const isCommonPassword = (password: string, email: string): boolean =>
  isGuessable(password, email) || [...variantsOf(password)].some((variant) => isListed(variant))

function variantsOf(password: string): Set<string> {
  const plain = password.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '')
  const base = plain.replace(ENDING, '')
  // Without its ending a number would be another number, and shorter ones are all listed.
  const stems = /\p{L}/u.test(base) ? [plain, base] : [plain]
  const undisguised = (one: string) =>
    stems.map((stem) =>
      [...stem].map((sign) => DISGUISES[sign] ?? (/[1!|]/.test(sign) ? one : sign)).join(''),
    )
  return new Set(
    [...stems, ...undisguised('i'), ...undisguised('l')].filter(
      (variant) => /\p{L}/u.test(variant) || variant === plain,
    ),
  )
}
