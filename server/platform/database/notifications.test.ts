import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { SOCKET } from './embedded/cluster.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { listenOn } from './notifications.ts'

const database = await testDatabase()
afterAll(() => database.close())

const say = (payload: string) => database.query('select pg_notify($1, $2)', ['a "channel"', payload])
const listeners = () =>
  database.query(`select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`)

function recorder() {
  const heard: string[] = []
  const log: string[] = []
  let resumed = 0
  return {
    heard,
    log,
    resumed: () => resumed,
    listener: {
      onPayload: (channel: string, payload: string) => void (channel === 'a "channel"' && heard.push(payload)),
      onResume: () => {
        resumed += 1
      },
    },
    write: (line: string) => void log.push(line),
  }
}

test('receives notifications on one connection, reconnects after losing it, and stops on request', async () => {
  const { heard, log, resumed, listener, write } = recorder()
  const stop = await listenOn(database.owner, ['a "channel"', 'another'], listener, write)
  expect(await listeners()).toHaveLength(1)
  await say('one')
  await vi.waitFor(() => expect(heard).toEqual(['one']), { timeout: 5000 })

  const [before] = await listeners()
  await database.query('select pg_terminate_backend($1)', [before?.pid])
  await vi.waitFor(() => expect(log).toEqual([expect.stringMatching(/^listening was interrupted: ./)]), {
    timeout: 5000,
  })
  await vi.waitFor(
    async () => {
      await say('two')
      expect(heard).toContain('two')
    },
    { timeout: 10_000, interval: 200 },
  )

  expect(resumed()).toBe(1)

  await stop()
  expect(await listeners()).toEqual([])
})

test('a connection that dies silently is detected and replaced', async () => {
  const sockets = new Set<Socket>()
  let isCut = false
  const path = createServer((client) => {
    const onward = connect(join(String(database.owner.host), SOCKET))
    const isOld = !isCut
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(from.on('error', () => {}))
      from.on('data', (chunk) => void (isOld && isCut ? null : to.write(chunk)))
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => path.listen(0, '127.0.0.1', resolve))
  const { heard, log, listener, write } = recorder()
  const behind = { ...database.owner, host: '127.0.0.1', port: (path.address() as AddressInfo).port }
  const stop = await listenOn(behind, ['a "channel"'], listener, write, { checkMs: 50, answerMs: 200 })
  await say('one')
  await vi.waitFor(() => expect(heard).toEqual(['one']), { timeout: 5000 })
  isCut = true
  await vi.waitFor(
    async () => {
      await say('two')
      expect(heard).toContain('two')
    },
    { timeout: 20_000, interval: 200 },
  )
  expect(log[0]).toMatch('no answer')
  await stop()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => path.close(resolve))
})

test('the caller gets the error if the first connection fails', async () => {
  const nowhere = { ...database.owner, database: 'nowhere' }
  await expect(listenOn(nowhere, ['x'], recorder().listener, () => {})).rejects.toThrow(/nowhere/)
})
