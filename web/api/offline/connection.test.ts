import { expect, test, vi } from 'vitest'
import { createConnection } from './connection.ts'

function flaky(answers: (boolean | Error)[]) {
  const waits: number[] = []
  const connection = createConnection({
    probe: async () => {
      const answer = answers.shift() ?? true
      if (answer instanceof Error) throw answer
      return answer
    },
    wait: async (ms) => void waits.push(ms),
  })
  return { connection, waits }
}

test('a lost connection is probed at increasing intervals until the server answers', async () => {
  const failures = Array.from({ length: 6 }, () => new TypeError('Failed to fetch'))
  const { connection, waits } = flaky([...failures, false, true])
  connection.lose()
  expect(connection.isLost()).toBe(true)
  await vi.waitFor(() => expect(connection.isLost()).toBe(false))
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('losing the connection twice probes once, and listeners hear each change once', async () => {
  const { connection, waits } = flaky([true])
  const heard: boolean[] = []
  connection.subscribe(() => heard.push(connection.isLost()))
  connection.lose()
  connection.lose()
  await vi.waitFor(() => expect(connection.isLost()).toBe(false))
  expect(heard).toEqual([true, false])
  expect(waits).toEqual([1000])
})

test('the age of a copy is known until the server is back', async () => {
  const { connection } = flaky([true])
  connection.lose()
  connection.show('/api/news/feed', 5)
  expect(connection.shownFrom('/api/news/feed')).toBe(5)
  await vi.waitFor(() => expect(connection.shownFrom('/api/news/feed')).toBeUndefined())
})
