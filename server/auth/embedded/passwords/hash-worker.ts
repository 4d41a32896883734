import { hashSync, verifySync } from '@node-rs/argon2'
import { answerTasks } from '../../../platform/answer-tasks.ts'

/** Without `stored` the result is a hash, with it whether the password matches. */
export type HashTask = { password: string; stored: string | null }

/** The OWASP parameters for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashing must not slow down requests of signed-in users. */
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
