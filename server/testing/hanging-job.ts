import { z } from 'zod'
import { connect } from '../platform/database/open.ts'
import { openQueue } from '../platform/queue/queue.ts'
import type { Log } from '../platform/log.ts'
import { jobsThatPoll } from './fixtures/jobs-that-poll.ts'

// A separate process, so that a test can kill it in the middle of a job.
const owner = z.looseObject({ host: z.string(), user: z.string(), database: z.string() })
const database = connect({ poolSize: 4 }, owner.parse(JSON.parse(process.argv[2] ?? '')), true, () => {})
const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
await openQueue('pg-boss', database, log).start(
  jobsThatPoll(async () => {
    process.stdout.write('running\n')
    await new Promise((resolve) => setTimeout(resolve, 600_000))
  }),
)
