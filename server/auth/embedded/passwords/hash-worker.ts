import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

export type HashTask = { password: string; stored: string | null }
export type HashAnswer = { hash: string } | { isRight: boolean } | { failed: string }

/** OWASP's and ASVS' parameters for argon2id, which is the library's default: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Whoever is signed in goes before whoever signs in. */
const NICE = 10

// On Linux this is the thread's own; elsewhere it would be the whole process's.
if (platform() === 'linux') setPriority(NICE)

parentPort?.on('message', ({ password, stored }: HashTask) => {
  parentPort?.postMessage(answer(password, stored), [])
})

function answer(password: string, stored: string | null): HashAnswer {
  try {
    return stored === null ? { hash: hashSync(password, PARAMETERS) } : { isRight: verifySync(stored, password) }
  } catch (error) {
    return stored === null ? { failed: String(error) } : { isRight: false }
  }
}
