import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { answerTasks } from '../../platform/answer-tasks.ts'
import type { ResolveTxt } from '../../platform/fetch/txt-records.ts'
import { readEmail, type Received } from '../read-email.ts'

/** Names go out through `records` and come back as the TXT records of each. */
export type MailTask = { received: Received; now: Date; records: MessagePort }

/** Requests have priority over background work. */
const NICE = 10

answerTasks(NICE, async ({ received, now, records }: MailTask) => {
  const resolveTxt: ResolveTxt = async (name) => {
    const answer = once(records, 'message')
    records.postMessage(name, [])
    const [found] = (await answer) as [string[]]
    return found
  }
  try {
    return await readEmail(received, resolveTxt, now)
  } finally {
    records.close()
  }
})
