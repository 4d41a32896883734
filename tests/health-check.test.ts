import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const dockerfile = readFileSync(join(import.meta.dirname, '..', 'Dockerfile'), 'utf8')
const [, command = '[]'] = /^HEALTHCHECK [^\n]*\\\n\s+CMD (\[.*\])$/m.exec(dockerfile) ?? []
const [, script = ''] = JSON.parse(command).slice(1) as string[]

const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'))
let port: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = String((server.address() as AddressInfo).port)
})
afterAll(() => void server.close())

const check = (environment: Record<string, string>) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', script], { env: { PORT: '1', ...environment } })
    child.once('exit', resolve)
  })

test('the image’s health check asks the port of its role', async () => {
  expect(await check({ PORT: port })).toBe(0)
  expect(await check({ PORT: port, ROLE: 'web', WORKER_PORT: '1' })).toBe(0)
  expect(await check({ PORT: '1', ROLE: 'worker', WORKER_PORT: port })).toBe(0)
  expect(await check({ PORT: port, ROLE: 'worker', WORKER_PORT: '1' })).toBe(1)
})
