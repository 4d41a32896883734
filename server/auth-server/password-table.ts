import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Of a password that is in no list, one in 90,000 has the first bytes of one that is. */
export const HASH_BYTES = 4
export const SHORTEST_LISTED = 4

// Built by tools/common-passwords.ts; the server's build puts the file beside what it bundles.
const TABLE = new URL('./common-passwords.bin', import.meta.url)

let table: Buffer | undefined

export const passwordHash = (password: string): Buffer =>
  createHash('sha256').update(password).digest().subarray(0, HASH_BYTES)

/** Whether a password, in small letters, is in the list of the most common ones. */
export function isListed(password: string): boolean {
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
