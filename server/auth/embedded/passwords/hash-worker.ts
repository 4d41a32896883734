import { hashSync, verifySync } from '@node-rs/argon2'
import { answerTasks } from '../../../platform/answer-tasks.ts'

export type HashCost = { memoryCost: number; timeCost: number; parallelism: number }
/** If `stored` is null, the password is hashed; otherwise, it is checked against that hash. */
export type HashTask = { password: string; stored: string | null; cost: HashCost }

/** Lowers the priority, so that hashing doesn't slow down requests from signed-in users. */
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
