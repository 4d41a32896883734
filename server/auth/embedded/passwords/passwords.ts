import { availableParallelism } from 'node:os'
import { isCommonPassword } from './common-passwords.ts'
import { AuthError, invalid } from '../http/errors.ts'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { HashAnswer, HashTask } from './hash-worker.ts'

const MAX_BYTES = 72
const MAX_WAITING = 100

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords({ minLength }: { minLength: number }) {
  const inTurn = createLimiter(Math.max(1, Math.floor(availableParallelism() / 2)), MAX_WAITING)
  const threads = createHashThreads()
  const work = { hashes: 0 }
  const hashNow = (password: string) => {
    work.hashes += 1
    return inTurn(() => threads.hash(password))
  }
  let decoy: Promise<string> | undefined

  return {
    /** How many hashes were computed: what a test compares instead of a time. */
    work,
    hash: hashNow,

    /** The same work whether or not there is a password to compare with. */
    async isRight(password: string, stored: string | null | undefined): Promise<boolean> {
      const expected = stored ?? (await (decoy ??= inTurn(() => threads.hash('nobody has this password'))))
      work.hashes += 1
      const right = await inTurn(() => threads.isRight(password, expected))
      return right && Boolean(stored)
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

/** At most so many at once and so many waiting: a storm of sign-ins is answered with "later", not with a dead server. */
function createLimiter(atOnce: number, waitingMost: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMost) {
        throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
          retryAfterSeconds: 2,
        })
      }
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** The built server has the worker beside it; the sources have it in this folder. */
const built = new URL('../../../auth-server/hash-worker.js', import.meta.url)
const workerFile = existsSync(built) ? built : new URL('./hash-worker.ts', import.meta.url)

/** Each holds some twenty megabytes, which nobody needs while nobody signs in. */
const IDLE_MS = 20_000

/** Threads of low priority that hash, one task each at a time; started when they are needed, let go when they rest. */
export function createHashThreads({ idleMs = IDLE_MS } = {}) {
  const free: Worker[] = []
  const idleTimers = new WeakMap<Worker, NodeJS.Timeout>()

  function release(worker: Worker): void {
    worker.unref()
    free.push(worker)
    const letGo = () => {
      free.splice(free.indexOf(worker), 1)
      void worker.terminate()
    }
    idleTimers.set(worker, setTimeout(letGo, idleMs).unref())
  }

  function start(): Worker {
    const worker = free.pop()
    if (!worker) return new Worker(workerFile, { env: {}, execArgv: [] })
    clearTimeout(idleTimers.get(worker))
    return worker
  }

  async function run(task: HashTask): Promise<HashAnswer> {
    const worker = start()
    // A thread that waits for work must not keep the process from ending; one that works must.
    worker.ref()
    try {
      const answered = await new Promise<HashAnswer>((resolve, reject) => {
        const leave = () => worker.off('message', onAnswer).off('error', onEnd).off('exit', onEnd)
        const onAnswer = (message: HashAnswer) => {
          leave()
          resolve(message)
        }
        const onEnd = (reason: unknown) => {
          leave()
          reject(reason instanceof Error ? reason : new Error('the hashing thread ended'))
        }
        worker.on('message', onAnswer).on('error', onEnd).on('exit', onEnd)
        worker.postMessage(task, [])
      })
      release(worker)
      return answered
    } catch (error) {
      void worker.terminate()
      throw error
    }
  }

  return {
    async hash(password: string): Promise<string> {
      const answered = await run({ password, stored: null })
      if ('hash' in answered) return answered.hash
      throw new Error('failed' in answered ? answered.failed : 'the hashing thread spoke out of turn')
    },

    async isRight(password: string, stored: string): Promise<boolean> {
      const answered = await run({ password, stored })
      return 'isRight' in answered && answered.isRight
    },
  }
}
