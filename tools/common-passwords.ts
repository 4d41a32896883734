import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { HASH_BYTES, passwordHash, SHORTEST_LISTED } from '../server/auth/embedded/passwords/common-passwords.ts'

// Packs the list of common passwords into the table that the server looks them up in.
// Run it after changing the version of the package: node tools/common-passwords.ts

const SOURCE = '@zxcvbn-ts/language-common/src/passwords.json'

export const COMMON_PASSWORDS_FILE = fileURLToPath(
  new URL('../server/auth/embedded/passwords/common-passwords.bin', import.meta.url),
)

/** The most common first. */
export const listedPasswords = (): string[] =>
  z.array(z.string()).parse(JSON.parse(readFileSync(createRequire(import.meta.url).resolve(SOURCE), 'utf8')))

/** The first bytes of each hash, sorted: no password is in it, and none can be missed. */
export function packPasswords(passwords: string[]): Buffer {
  const hashes = passwords
    .filter((password) => password.length >= SHORTEST_LISTED)
    .map((password) => passwordHash(password.toLowerCase()))
  const unique = [...new Map(hashes.map((hash) => [hash.readUIntBE(0, HASH_BYTES), hash]))]
  return Buffer.concat(unique.sort(([a], [b]) => a - b).map(([, hash]) => hash))
}

if (import.meta.main) {
  const packed = packPasswords(listedPasswords())
  writeFileSync(COMMON_PASSWORDS_FILE, packed)
  console.log(`${packed.length / HASH_BYTES} passwords, ${packed.length} bytes`)
}
