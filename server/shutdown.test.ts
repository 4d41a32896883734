import { expect, test } from 'vitest'
import { openLog } from './platform/log.ts'
import { createStop } from './shutdown.ts'

function stopping(close: () => Promise<void>, withinMs = 60_000) {
  const lines: string[] = []
  const exited = Promise.withResolvers<number | undefined>()
  const log = openLog('info', { write: (line) => void lines.push(line) })
  return { stop: createStop({ log, close, exit: exited.resolve, withinMs }), exited: exited.promise, lines }
}

test('the process exits once everything is closed, and a second signal closes nothing twice', async () => {
  let closed = 0
  const { stop, exited } = stopping(async () => void (closed += 1))
  stop()
  stop()
  expect(await exited).toBeUndefined()
  expect(closed).toBe(1)
})

test('the process exits with code 1 if closing fails, and logs why', async () => {
  const { stop, exited, lines } = stopping(() => Promise.reject(new Error('the database is away')))
  stop()
  expect(await exited).toBe(1)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    level: 'error',
    msg: 'failed to stop cleanly',
    err: { message: 'the database is away', stack: expect.stringContaining('shutdown.test.ts') },
  })
})

test('the process exits with code 1 if closing never ends', async () => {
  const { stop, exited, lines } = stopping(() => new Promise(() => {}), 10)
  stop()
  expect(await exited).toBe(1)
  expect(lines.at(-1)).toContain('stopping took too long')
})
