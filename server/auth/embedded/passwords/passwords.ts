import { availableParallelism } from 'node:os'
import { createWorkerPool, workerFile } from '../../../platform/worker-pool.ts'
import { isCommonPassword } from './common-passwords.ts'
import { AuthError, invalid, tooManyRequests } from '../http/errors.ts'
import type { HashCost, HashTask } from './hash-worker.ts'

/** The OWASP parameters for argon2id: 19 MiB, two passes, one lane. */
const OWASP_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MAX_BYTES = 72
const MAX_WAITING = 100
/** Twice this is below the request timeout, so that even slow machines respond "try later" under load. */
const PATIENCE_MS = 4000
/** Idle threads are stopped, because each one holds about 20 MB. */
const IDLE_MS = 20_000

export type Passwords = ReturnType<typeof createPasswords>

type Settings = { minLength: number; cost?: HashCost }

export function createPasswords({ minLength, cost = OWASP_COST }: Settings) {
  // Under a flood of sign-ins, requests are rejected with "try later" instead of exhausting memory.
  const pool = createWorkerPool<HashTask, string | boolean>({
    file: workerFile('hash-worker', import.meta.url),
    idleMs: IDLE_MS,
    size: Math.max(1, Math.floor(availableParallelism() / 2)),
    waiting: MAX_WAITING,
    patienceMs: PATIENCE_MS,
    refusal: () => tooManyRequests(2),
  })
  const work = { hashes: 0 }
  const hashed = async (password: string) => String(await pool.run({ password, stored: null, cost }))
  let decoy: Promise<string> | undefined
  /** Computed once; after a failure, the next caller tries again. */
  const decoyHash = () =>
    (decoy ??= hashed('nobody has this password').catch((error: unknown) => {
      decoy = undefined
      throw error
    }))

  return {
    /** Number of hashes computed, for tests that compare work instead of time. */
    work,

    hash(password: string): Promise<string> {
      work.hashes += 1
      return hashed(password)
    },

    /** Does the same work even if there is no stored hash. */
    async isRight(password: string, stored: string | null | undefined): Promise<boolean> {
      const expected = stored ?? (await decoyHash())
      work.hashes += 1
      const isRight = await pool.run({ password, stored: expected, cost })
      return isRight === true && Boolean(stored)
    },

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

    /** Reported after sign-in; doesn't reject the password. */
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

/** Accepts argon2id and argon2i hashes in PHC format, within GoTrue's bounds. */
export function readForeignHash(phc: string): string {
  const cost = /^\$argon2(?:id|i)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[\w+/=]+\$[\w+/=]+$/.exec(phc)
  const [memory = 0, time = 0, lanes = 0] = cost?.slice(1).map(Number) ?? []
  if (!cost || memory > 1_048_576 || time > 20 || lanes > 16) {
    throw invalid('password_hash must be an argon2id or argon2i hash in PHC form; bcrypt and scrypt are not taken over')
  }
  return phc
}
