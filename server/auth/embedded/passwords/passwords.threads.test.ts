import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createHashThreads } from './passwords.ts'

const started: Worker[] = []
const count = (worker: Worker) => started.push(worker)
process.on('worker', count)
afterAll(() => void process.off('worker', count))

afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.terminate()))
})

test('one after another is hashed by the same thread', async () => {
  const threads = createHashThreads()
  const stored = await threads.hash('a rather long passphrase')
  expect(await threads.isRight('a rather long passphrase', stored)).toBe(true)
  expect(await threads.isRight('another passphrase', stored)).toBe(false)
  expect(started).toHaveLength(1)
})

test('a thread that has nothing to do is let go, and whoever comes next has another', async () => {
  const threads = createHashThreads({ idleMs: 1 })
  const stored = await threads.hash('a rather long passphrase')
  const [first] = started
  if (first && first.threadId !== -1) await once(first, 'exit')
  expect(await threads.isRight('a rather long passphrase', stored)).toBe(true)
  expect(started).toHaveLength(2)
})
