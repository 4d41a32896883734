import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createWorkerPool } from './worker-pool.ts'

const started: Worker[] = []
const count = (worker: Worker) => started.push(worker)
process.on('worker', count)
afterAll(() => void process.off('worker', count))

afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.terminate()))
})

const answering = new URL('./answer-tasks.ts', import.meta.url).href
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { answerTasks } from ${JSON.stringify(answering)}
    answerTasks(0, (task) => {
      if (task === 'refuse') throw new TypeError('no')
      if (task === 'loop') for (;;);
      if (task === 'fill') for (const all = []; ; ) all.push(new Array(1000).fill(all.length))
      if (task === 'crash') process.exit(3)
      return 'done ' + task
    })`)}`,
)
const pool = (settings = {}) => createWorkerPool<string, string>({ file, size: 1, idleMs: 20_000, ...settings })

test('a pool of one runs all tasks on the same thread', async () => {
  const one = pool()
  expect(await Promise.all(['a', 'b', 'c'].map((task) => one.run(task)))).toEqual(['done a', 'done b', 'done c'])
  expect(started).toHaveLength(1)
})

test('the pool starts no more threads than it has tasks, or than its size', async () => {
  const two = pool({ size: 2 })
  await two.run('a')
  expect(started).toHaveLength(1)
  await Promise.all(['a', 'b', 'c', 'd'].map((task) => two.run(task)))
  expect(started).toHaveLength(2)
})

test('a failed task reports its reason and keeps its thread', async () => {
  const one = pool()
  await expect(one.run('refuse')).rejects.toThrow('TypeError: no')
  expect(await one.run('a')).toBe('done a')
  expect(started).toHaveLength(1)
})

test('an idle thread ends, and the next task gets a new one', async () => {
  const one = pool({ idleMs: 1 })
  await one.run('a')
  const [first] = started
  if (first && first.threadId !== -1) await once(first, 'exit')
  expect(await one.run('b')).toBe('done b')
  expect(started).toHaveLength(2)
})

test.each([
  ['loop', { deadlineMs: 300 }, 'took too long'],
  ['fill', { heap: { oldMb: 16, youngMb: 4 } }, 'memory'],
  ['crash', {}, 'ended with 3'],
])('%s: the task is rejected, its thread ends, and later tasks do not hang', async (task, settings, reason) => {
  const one = pool(settings)
  await expect(one.run(task)).rejects.toThrow(reason)
  await expect.poll(() => started[0]?.threadId, { timeout: 15_000 }).toBe(-1)
  expect(await pool().run('a')).toBe('done a')
  expect(await one.run('b').catch(String)).toMatch(/done b|took too long/)
})

test('a full queue refuses the next task, and closing rejects running and waiting ones', async () => {
  const one = pool({ waiting: 1, refusal: () => new Error('later') })
  const running = expect(one.run('loop')).rejects.toThrow('the server stops')
  const waiting = expect(one.run('a')).rejects.toThrow('the server stops')
  await expect(one.run('b')).rejects.toThrow('later')
  await one.close()
  await Promise.all([running, waiting])
})

test('a task that has waited too long is refused, but a running one is not', async () => {
  const one = pool({ patienceMs: 50, refusal: () => new Error('later') })
  const running = expect(one.run('loop')).rejects.toThrow('the server stops')
  await expect(one.run('a')).rejects.toThrow('later')
  await one.close()
  await running
})
