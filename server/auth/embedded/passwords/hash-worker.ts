import { hashSync, verifySync } from '@node-rs/argon2'
import { answerTasks } from '../../../platform/answer-tasks.ts'

/** Without a stored hash the answer is the password's, with one whether it is the same password. */
export type HashTask = { password: string; stored: string | null }

/** OWASP's and ASVS' parameters for argon2id, which is the library's default: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Whoever is signed in goes before whoever signs in. */
const NICE = 10

answerTasks(NICE, ({ password, stored }: HashTask) =>
  stored === null ? hashSync(password, PARAMETERS) : isRight(password, stored),
)

function isRight(password: string, stored: string): boolean {
  try {
    return verifySync(stored, password)
  } catch {
    return false
  }
}
