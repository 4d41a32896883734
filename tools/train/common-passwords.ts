import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { z } from 'zod'
import { HASH_BYTES, passwordHash, SHORTEST_LISTED } from '../../server/auth/embedded/passwords/common-passwords.ts'

const SOURCE = '@zxcvbn-ts/language-common/src/passwords.json'

/** Most common first. */
export const listedPasswords = (): string[] =>
  z.array(z.string()).parse(JSON.parse(readFileSync(createRequire(import.meta.url).resolve(SOURCE), 'utf8')))

/** The first bytes of each password's hash, sorted for binary search; the table contains no password. */
export function buildCommonPasswords(): Buffer {
  const hashes = listedPasswords()
    .filter((password) => password.length >= SHORTEST_LISTED)
    .map((password) => passwordHash(password.toLowerCase()))
  const unique = [...new Map(hashes.map((hash) => [hash.readUIntBE(0, HASH_BYTES), hash]))]
  return Buffer.concat(unique.sort(([a], [b]) => a - b).map(([, hash]) => hash))
}
