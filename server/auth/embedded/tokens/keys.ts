import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'
import { messageOf } from '#domain/errors.ts'

/** Derives a separate secret, so that hashing and sealing never use the signing key itself. */
const deriveSecret = (privateKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', privateKey, 'tidings', 'auth-server secrets', 32))

export type Secrets = ReturnType<typeof createSecrets>

/** The newest key is used for writing; every key still in the file is accepted for reading. */
export function createSecrets(keys: Map<string, Buffer>) {
  const [current] = keys
  if (!current) throw new Error('no secret to hash with')
  const [currentId, currentSecret] = current
  const keyedHash = (secret: Buffer, purpose: string, value: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${value}`).digest()

  return {
    hash: (purpose: string, value: string) => keyedHash(currentSecret, purpose, value).toString('base64url'),

    hashes: (purpose: string, value: string) =>
      [...keys.values()].map((secret) => keyedHash(secret, purpose, value).toString('base64url')),

    digits: (purpose: string, value: string) =>
      String(keyedHash(currentSecret, purpose, value).readUIntBE(0, 6) % 1_000_000).padStart(6, '0'),

    seal(plain: string, context: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealingKey(currentSecret, context), nonce)
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [currentId, ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.')
    },

    unseal(text: string, context: string): string {
      const [tag = '', sealed = '', nonce = '', ...id] = text.split('.').toReversed()
      const secret = keys.get(id.toReversed().join('.'))
      if (!secret) throw new Error('sealed with a key that is no longer in the key file')
      const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret, context), Buffer.from(nonce, 'base64url'))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8')
    },
  }
}

export const sha256 = (value: string) => createHash('sha256').update(value).digest('base64url')

export const randomToken = () => randomBytes(32).toString('base64url')

const sealingKey = (secret: Buffer, context: string) => Buffer.from(hkdfSync('sha256', secret, context, 'seal', 32))

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

type Algorithm = 'ES256' | 'RS256'

export type SigningKeys = {
  current: { kid: string; alg: Algorithm; key: CryptoKey }
  /** By key id, including retired keys. */
  verifying: Map<string, { alg: Algorithm; key: CryptoKey }>
  publicKeys: JWK[]
  /** One per signing key, the current one first. */
  secrets: Map<string, Buffer>
}

/** The message is one line for the operator, without a key. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'
}

export async function openSigningKeys(file: string | null, dataDir: string): Promise<SigningKeys> {
  const path = file ?? join(dataDir, 'auth-keys.json')
  if (!file && !existsSync(path)) await generate(path, dataDir)
  const imported = await importKeys(path, file ? 'AUTH_SIGNING_KEYS' : 'DATA_DIR')
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
    key.kty === 'EC' ? { kty: key.kty, crv: key.crv, x: key.x, y: key.y } : { kty: key.kty, n: key.n, e: key.e }
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

async function importKeys(path: string, setting: string) {
  const text = withReason(setting, () => readFileSync(path, 'utf8'))
  try {
    return await Promise.all(PrivateKeys.parse(JSON.parse(text)).map(load))
  } catch {
    // The reason can quote the file, so it must not reach the log.
    throw new KeyFileError(`${path} is not a JSON array of private ES256 or RS256 JWKs. Correct it, or ${setting}.`)
  }
}

function withReason<T>(setting: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new KeyFileError(`The key file cannot be used: ${messageOf(error)}. Check its permissions, and ${setting}.`, {
      cause: error,
    })
  }
}

async function generate(path: string, dataDir: string): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256' }
  const written = `${path}.${process.pid}.${randomUUID()}`
  withReason('DATA_DIR', () => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(written, JSON.stringify([jwk]), { mode: 0o600, flag: 'wx' })
  })
  try {
    // Linking is atomic and never overwrites, so two processes that start for the first time share one file.
    linkSync(written, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(written)
  }
}
