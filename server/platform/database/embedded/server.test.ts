import { expect, test } from 'vitest'
import { superviseServer } from './server.ts'

/** Servers that end on demand, after the given number of failed launches. */
function plainServers({ failures = 0 } = {}) {
  const running: { crash: () => void }[] = []
  let launches = 0
  return {
    running,
    launches: () => launches,
    async launch() {
      launches += 1
      if (failures > 0) {
        failures -= 1
        throw new Error('no space left on device')
      }
      const { promise: ended, resolve } = Promise.withResolvers<string>()
      const server = { crash: () => leave(), ended, stop: async () => leave() }
      const leave = () => {
        if (running.includes(server)) running.splice(running.indexOf(server), 1)
        resolve('killed by signal 9')
      }
      running.push(server)
      return server
    },
    fail: (times: number) => (failures = times),
  }
}

test('launches another server whenever one ends, and none after stop', async () => {
  const servers = plainServers()
  const log: string[] = []
  const supervised = await superviseServer(servers.launch, (line) => log.push(line))
  for (let crash = 1; crash <= 3; crash += 1) {
    servers.running[0]!.crash()
    await expect.poll(() => servers.running.length).toBe(1)
    expect(servers.launches()).toBe(1 + crash)
  }
  expect(log.slice(0, 2)).toEqual([
    'PostgreSQL ended unexpectedly (killed by signal 9); starting it again',
    'PostgreSQL is running again',
  ])
  await supervised.stop()
  expect(servers.running).toEqual([])
  expect(servers.launches()).toBe(4)
})

test('keeps retrying and logs why it fails', async () => {
  const servers = plainServers()
  const log: string[] = []
  const supervised = await superviseServer(servers.launch, (line) => log.push(line))
  servers.fail(2)
  servers.running[0]!.crash()
  await expect.poll(() => servers.running.length, { timeout: 10_000 }).toBe(1)
  expect(log.filter((line) => line === 'no space left on device')).toHaveLength(2)
  await supervised.stop()
})

test('can be stopped while waiting for the next attempt', async () => {
  const servers = plainServers()
  const supervised = await superviseServer(servers.launch, () => {})
  servers.fail(1_000)
  servers.running[0]!.crash()
  await expect.poll(servers.launches).toBeGreaterThan(2)
  await supervised.stop()
  expect(servers.running).toEqual([])
})

test('gives up the first start after three attempts', async () => {
  const servers = plainServers({ failures: 5 })
  await expect(superviseServer(servers.launch, () => {})).rejects.toThrow('no space left on device')
  expect(servers.launches()).toBe(3)
})
