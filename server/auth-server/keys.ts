import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'
import { deriveSecret } from './secrets.ts'

const EllipticKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string().optional(),
})
const RsaKey = z.object({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
  kid: z.string().optional(),
})
const PrivateKeys = z.array(z.discriminatedUnion('kty', [EllipticKey, RsaKey])).min(1)
type PrivateKey = z.infer<typeof PrivateKeys>[number]

export type Algorithm = 'ES256' | 'RS256'

export type SigningKeys = {
  /** Signs; the newest. */
  current: { kid: string; alg: Algorithm; key: CryptoKey }
  /** Verify, by key id: the current one and those retired before it. */
  verifying: Map<string, { alg: Algorithm; key: CryptoKey }>
  publicKeys: JWK[]
  /** For what is sealed or hashed with a key: one secret per signing key, the current one first. */
  secrets: Map<string, Buffer>
}

/** The keys named by the operator, or a pair of our own, made once and readable by us alone. */
export async function openSigningKeys(file: string | null, dataDir: string): Promise<SigningKeys> {
  const path = file ?? join(dataDir, 'auth-keys.json')
  if (!file && !existsSync(path)) await generate(path, dataDir)
  const imported = await Promise.all(parseKeys(path).map(load))
  const [current] = imported
  if (!current) throw new Error(`no signing key in ${path}`)
  return {
    current: { kid: current.kid, alg: current.alg, key: current.private },
    verifying: new Map(imported.map(({ kid, alg, public: key }) => [kid, { alg, key }])),
    publicKeys: imported.map(({ jwk }) => jwk),
    secrets: new Map(imported.map(({ kid, secret }) => [kid, secret])),
  }
}

async function load(key: PrivateKey) {
  const alg: Algorithm = key.kty === 'EC' ? 'ES256' : 'RS256'
  const open =
    key.kty === 'EC'
      ? { kty: key.kty, crv: key.crv, x: key.x, y: key.y }
      : { kty: key.kty, n: key.n, e: key.e }
  const { kid: given, ...whole } = key
  const kid = given ?? (await calculateJwkThumbprint(open))
  return {
    kid,
    alg,
    private: (await importJWK(whole, alg)) as CryptoKey,
    public: (await importJWK(open, alg)) as CryptoKey,
    jwk: { ...open, kid, alg, use: 'sig', key_ops: ['verify'] },
    secret: deriveSecret(key.d),
  }
}

function parseKeys(path: string): PrivateKey[] {
  const parsed = PrivateKeys.safeParse(readJson(path))
  // The parser's own message must not reach the log: it can quote the file.
  if (!parsed.success) throw new Error(`${path} is not a JSON array of private ES256 or RS256 JWKs`)
  return parsed.data
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
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
