import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isGuessable } from '#domain/auth/password.ts'

/** At this length, about one in 90,000 unlisted passwords is a false positive. */
export const HASH_BYTES = 4
export const SHORTEST_LISTED = 4

// Built by tools/train/common-passwords.ts; the build copies it beside the bundle.
const TABLE = new URL('./common-passwords.bin', import.meta.url)

let table: Buffer | undefined

export const passwordHash = (password: string): Buffer =>
  createHash('sha256').update(password).digest().subarray(0, HASH_BYTES)

function isListed(password: string): boolean {
  if (password.length < SHORTEST_LISTED) return false
  const sorted = (table ??= readFileSync(TABLE))
  const wanted = passwordHash(password).readUIntBE(0, HASH_BYTES)
  let [low, high] = [0, sorted.length / HASH_BYTES]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted.readUIntBE(middle * HASH_BYTES, HASH_BYTES) < wanted) low = middle + 1
    else high = middle
  }
  return low * HASH_BYTES < sorted.length && sorted.readUIntBE(low * HASH_BYTES, HASH_BYTES) === wanted
}

/** What people append to a rejected password. */
const ENDING = /(?:(?:19|20)\d\d|\d{1,2}|321|123(?:4(?:5(?:67?8?9?)?)?)?)?[!.?*#$]{0,2}$/

/** Common substitutions; 1 and ! each stand for two letters. */
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

export const isCommonPassword = (password: string, email: string): boolean =>
  isGuessable(password, email) || [...variantsOf(password)].some((variant) => isListed(variant))

function variantsOf(password: string): Set<string> {
  const plain = password.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '')
  const base = plain.replace(ENDING, '')
  // Stripping digits from a number would leave a different, shorter number, and all short ones are listed.
  const stems = /\p{L}/u.test(base) ? [plain, base] : [plain]
  const undisguised = (one: string) =>
    stems.map((stem) => [...stem].map((sign) => DISGUISES[sign] ?? (/[1!|]/.test(sign) ? one : sign)).join(''))
  return new Set(
    [...stems, ...undisguised('i'), ...undisguised('l')].filter(
      (variant) => /\p{L}/u.test(variant) || variant === plain,
    ),
  )
}
