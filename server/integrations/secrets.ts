import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { createTokenBuckets } from '../platform/http/limits.ts'

const SECRET_BYTES = 32

/** 256 random bits can't be guessed, so a plain hash is enough, and it survives a change of the signing keys. */
export const newSecret = (prefix: string): string => prefix + randomBytes(SECRET_BYTES).toString('base64url')

export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const HINT_LENGTH = 4

/** Helps users tell secrets apart in a list. */
export const hintOf = (secret: string): string => secret.slice(-HINT_LENGTH)

/** Per secret and process. */
const CALLS = { burst: 60, perMinute: 120 }

export function createCallLimit(refusal: string) {
  const take = createTokenBuckets(CALLS)
  return (secretId: number, now: Date): void => {
    const retryAfterSeconds = take(String(secretId), now.getTime())
    if (retryAfterSeconds !== null) throw new AppError('too-many-requests', refusal, { retryAfterSeconds })
  }
}
