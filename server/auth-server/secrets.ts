import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What one signing key yields for hashing and sealing: never the key itself, so that neither use weakens the other. */
export const deriveSecret = (privateKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', privateKey, 'tidings', 'auth-server secrets', 32))

export type Secrets = ReturnType<typeof createSecrets>

/** Keyed hashes and sealed values; the newest key makes them, every key still in the key file reads them. */
export function createSecrets(keys: Map<string, Buffer>) {
  const [current] = keys
  if (!current) throw new Error('no secret to hash with')
  const [currentId, currentSecret] = current
  const keyedHash = (secret: Buffer, purpose: string, value: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${value}`).digest()

  return {
    hash: (purpose: string, value: string) => keyedHash(currentSecret, purpose, value).toString('base64url'),

    /** The hashes a value may have been stored under, whichever key was current then. */
    hashes: (purpose: string, value: string) =>
      [...keys.values()].map((secret) => keyedHash(secret, purpose, value).toString('base64url')),

    /** Six digits that only we can compute from the value. */
    digits: (purpose: string, value: string) =>
      String(keyedHash(currentSecret, purpose, value).readUIntBE(0, 6) % 1_000_000).padStart(6, '0'),

    seal(plain: string, context: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealingKey(currentSecret, context), nonce)
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        currentId,
        ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url')),
      ].join('.')
    },

    unseal(text: string, context: string): string {
      const [tag = '', sealed = '', nonce = '', ...id] = text.split('.').toReversed()
      const secret = keys.get(id.toReversed().join('.'))
      if (!secret) throw new Error('sealed with a key that is no longer in the key file')
      const decipher = createDecipheriv(
        'aes-256-gcm',
        sealingKey(secret, context),
        Buffer.from(nonce, 'base64url'),
      )
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}

export const sha256 = (value: string) => createHash('sha256').update(value).digest('base64url')

/** 256 bits that nobody can guess, safe in an address. */
export const randomToken = () => randomBytes(32).toString('base64url')

const sealingKey = (secret: Buffer, context: string) =>
  Buffer.from(hkdfSync('sha256', secret, context, 'seal', 32))
