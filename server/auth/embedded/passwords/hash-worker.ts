import { hashSync, verifySync } from '@node-rs/argon2'
import { answerTasks } from '../../../platform/answer-tasks.ts'

export type HashCost = { memoryCost: number; timeCost: number; parallelism: number }
/** Without `stored` the result is a hash, with it whether the password matches. */
export type HashTask = { password: string; stored: string | null; cost: HashCost }

/** Hashing must not slow down requests of signed-in users. */
const NICE = 10

answerTasks(NICE, ({ password, stored, cost }: HashTask) =>
  stored === null ? hashSync(password, cost) : isRight(password, stored),
)

function isRight(password: string, stored: string): boolean {
  try {
    return verifySync(stored, password)
  } catch {
    return false
  }
}
