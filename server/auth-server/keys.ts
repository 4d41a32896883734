import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'

const PrivateKeys = z
  .array(
    z.looseObject({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      d: z.string(),
      kid: z.string(),
    }),
  )
  .min(1)

export type SigningKeys = {
  /** Signs; the newest. */
  current: { kid: string; key: CryptoKey }
  /** Verify, by key id: the current one and those retired before it. */
  verifying: Map<string, CryptoKey>
  publicKeys: JWK[]
}

/** The keys named by the operator, or a pair of our own, made once and readable by us alone. */
export async function openSigningKeys(file: string | null, dataDir: string): Promise<SigningKeys> {
  const path = file ?? join(dataDir, 'auth-keys.json')
  if (!file && !existsSync(path)) await generate(path, dataDir)
  const privateKeys = parseKeys(path)
  const imported = await Promise.all(
    privateKeys.map(async ({ kid, kty, crv, x, y, d }) => ({
      kid,
      private: (await importJWK({ kty, crv, x, y, d }, 'ES256')) as CryptoKey,
      public: (await importJWK({ kty, crv, x, y }, 'ES256')) as CryptoKey,
      jwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] },
    })),
  )
  const [current] = imported
  if (!current) throw new Error(`no signing key in ${path}`)
  return {
    current: { kid: current.kid, key: current.private },
    verifying: new Map(imported.map(({ kid, public: key }) => [kid, key])),
    publicKeys: imported.map(({ jwk }) => jwk),
  }
}

function parseKeys(path: string) {
  try {
    return PrivateKeys.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    // Neither the parser's message nor its cause may reach the log: they can quote the file.
    throw new Error(
      `${path} is not a JSON array of private ES256 JWKs with a kid each (${error instanceof Error ? error.name : 'unreadable'})`,
    )
  }
}

async function generate(path: string, dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256' }
  const written = `${path}.${process.pid}.${randomUUID()}`
  writeFileSync(written, JSON.stringify([jwk]), { mode: 0o600, flag: 'wx' })
  try {
    // A link is made whole or not at all, and never over another's: of two first starts, both read one file.
    linkSync(written, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(written)
  }
}
