import { MessageChannel } from 'node:worker_threads'
import { createWorkerPool, exceedsWorker, workerFile } from '../../platform/worker-pool.ts'
import type { ResolveTxt } from '../../platform/fetch/txt-records.ts'
import type { Log } from '../../platform/log.ts'
import type { MailTask } from './mail-worker.ts'
import type { EmailReading, Received } from '../read-email.ts'

const HEAP = { oldMb: 256, youngMb: 16 }
const DEADLINE_MS = 30_000
const IDLE_MS = 20_000

export type MailReader = {
  /** Null if the email can't be read, or not with the time and memory that an email gets. */
  read: (received: Received, now: Date) => Promise<EmailReading | null>
  close: () => Promise<void>
}

type Needs = { resolveTxt: ResolveTxt; log: Pick<Log, 'warn'>; deadlineMs?: number }

/** Anybody can send an email that takes seconds to read, so it is read where nobody waits for it. */
export function openMailReader({ resolveTxt, log, deadlineMs = DEADLINE_MS }: Needs): MailReader {
  const pool = createWorkerPool<MailTask, EmailReading | null>({
    file: workerFile('mail-worker', import.meta.url),
    heap: HEAP,
    deadlineMs,
    idleMs: IDLE_MS,
    size: 1,
  })
  return {
    async read(received, now) {
      const { port1, port2 } = new MessageChannel()
      port1.on('message', (name: string) => void resolveTxt(name).then((records) => port1.postMessage(records)))
      try {
        return await pool.run({ received, now, records: port2 }, [port2])
      } catch (error) {
        if (!exceedsWorker(error)) throw error
        log.warn({ event: 'inbound.unreadable', bytes: received.bytes.length }, 'an email took too much time or memory')
        return null
      } finally {
        port1.close()
      }
    },
    close: pool.close,
  }
}
