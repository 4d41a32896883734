import { availableParallelism } from 'node:os'
import { createWorkerPool, workerFile } from '../../../platform/worker-pool.ts'
import { isCommonPassword } from './common-passwords.ts'
import { AuthError, invalid } from '../http/errors.ts'
import type { HashTask } from './hash-worker.ts'

const MAX_BYTES = 72
const MAX_WAITING = 100
/** Each thread holds some twenty megabytes, which nobody needs while nobody signs in. */
const IDLE_MS = 20_000

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords({ minLength }: { minLength: number }) {
  // A storm of sign-ins is answered with "later", not with a dead server.
  const pool = createWorkerPool<HashTask, string | boolean>({
    file: workerFile('hash-worker', import.meta.url),
    idleMs: IDLE_MS,
    size: Math.max(1, Math.floor(availableParallelism() / 2)),
    waiting: MAX_WAITING,
    refusal: () =>
      new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds: 2 }),
  })
  const work = { hashes: 0 }
  const hashed = async (password: string) => String(await pool.run({ password, stored: null }))
  let decoy: Promise<string> | undefined

  return {
    /** How many hashes were computed: what a test compares instead of a time. */
    work,

    hash(password: string): Promise<string> {
      work.hashes += 1
      return hashed(password)
    },

    /** The same work whether or not there is a password to compare with. */
    async isRight(password: string, stored: string | null | undefined): Promise<boolean> {
      const expected = stored ?? (await (decoy ??= hashed('nobody has this password')))
      work.hashes += 1
      const isRight = await pool.run({ password, stored: expected })
      return isRight === true && Boolean(stored)
    },

    /** Refuses what is too long, too short, or what anybody would try first. */
    check(password: string, email: string): void {
      if (Buffer.byteLength(password) > MAX_BYTES)
        throw invalid(`Password cannot be longer than ${MAX_BYTES} characters`)
      if ([...password].length < minLength) {
        throw new AuthError(422, 'weak_password', `Password should be at least ${minLength} characters.`, {
          reasons: ['length'],
        })
      }
      if (isCommonPassword(password, email)) {
        const message = 'Password is known to be weak and easy to guess, please choose a different one.'
        throw new AuthError(422, 'weak_password', message, { reasons: ['pwned'] })
      }
    },

    /** Why a password that is in use already would not be taken today; shown after sign-in, refuses nothing. */
    weakness(password: string, email: string): { message: string; reasons: string[] } | null {
      try {
        this.check(password, email)
        return null
      } catch (error) {
        return error instanceof AuthError && error.reasons ? { message: error.message, reasons: error.reasons } : null
      }
    },
  }
}

/** Hashes of other makes that can be taken over: whatever argon2 PHC our library reads, within GoTrue's own bounds. */
export function readForeignHash(phc: string): string {
  const cost = /^\$argon2(?:id|i)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[\w+/=]+\$[\w+/=]+$/.exec(phc)
  const [memory = 0, time = 0, lanes = 0] = cost?.slice(1).map(Number) ?? []
  if (!cost || memory > 1_048_576 || time > 20 || lanes > 16) {
    throw invalid('password_hash must be an argon2id or argon2i hash in PHC form; bcrypt and scrypt are not taken over')
  }
  return phc
}
