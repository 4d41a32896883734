/** Excludes letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const RANDOM_LETTERS = 10
const LONGEST_NAME = 20

/** "ada-k7m2q9x4hd" for Ada: short enough to dictate, too long to guess. `random` has one byte per random letter. */
export function localPart(name: string, random: Uint8Array): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '')
    .slice(0, LONGEST_NAME)
  const secret = [...random.subarray(0, RANDOM_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return `${plain || 'updates'}-${secret}`
}

export const RANDOM_BYTES = RANDOM_LETTERS

/** The local part of one of our addresses; null for an address on another domain. "+anything" is ignored. */
export function localPartOf(recipient: string, domain: string): string | null {
  const [, local = '', host = ''] =
    /^<?([^@<>\s]{1,64})@([^@<>\s]{1,255}?)>?$/.exec(recipient.trim().toLowerCase()) ?? []
  if (domain === '' || host !== domain.toLowerCase()) return null
  return local.replace(/\+.*$/, '') || null
}
