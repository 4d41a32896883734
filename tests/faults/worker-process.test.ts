import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { startProduct } from '../../tools/product.ts'
import { until } from '../cluster/cluster.ts'
import { signUp } from '../cluster/people.ts'
import { startProgram, startServer } from './started-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-worker-'))
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const REJECTS_ON_SIGNAL = `--import=data:text/javascript,process.on('SIGUSR2',()=>void Promise.reject(new Error('nobody listens')))`

describe('the process', { timeout: 180_000 }, () => {
  test('a worker reports its health and readiness, and exits with 1 on an unhandled rejection', async () => {
    const worker = startServer(
      {
        ROLE: 'worker',
        WORKER_PORT: '0',
        DATA_DIR: dataDir,
        ...database.settings,
      },
      [REJECTS_ON_SIGNAL],
    )
    try {
      await worker.says('(worker: health and metrics)')
      const [, url] = /ready at (\S+)/.exec(worker.out()) ?? []
      const status = async (path: string) => (await fetch(`${url}${path}`)).status
      expect(await status('/healthz')).toBe(200)
      expect(await status('/readyz')).toBe(200)
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('job_queue_depth{queue="news.poll"}')
      expect(await status('/api/config')).toBe(404)
      expect(await status('/')).toBe(404)
      worker.kill('SIGUSR2')
      const { code, out } = await worker.ended
      expect(code).toBe(1)
      expect(out).toContain('unhandled rejection')
      expect(out).toContain('nobody listens')
    } finally {
      worker.kill()
    }
  })

  test('invalid settings are reported before anything is built', async () => {
    const settings = { PORT: 'abc', LOG_LEVEL: 'loud' }
    for (const run of [
      startProgram('tools/build.ts', settings, { args: ['--force', '--check-settings'] }),
      startProgram('tools/start.ts', settings),
    ]) {
      const { code, out, err } = await run.ended
      expect([code, out]).toEqual([1, ''])
      expect(err.trimEnd().split('\n')).toEqual([
        'The settings have 2 fault(s):',
        '  PORT: must be a port number',
        expect.stringMatching(/^  LOG_LEVEL: /),
      ])
    }
  })

  if (inject('repeatsAll'))
    test('recovers after running out of file descriptors', async () => {
      const environment = { ...database.settings, LOG_LEVEL: 'error', AUTH_RATE_LIMITS: 'off' }
      const product = await startProduct({ environment, within: ['/bin/sh', '-c', 'ulimit -n 64 && exec "$@"', 'sh'] })
      try {
        const person = await signUp(product.url)
        const sockets = Array.from({ length: 100 }, () => {
          const socket = connect(Number(new URL(product.url).port), 'localhost')
          socket.on('error', () => {})
          return socket
        })
        const asked = Array.from({ length: 20 }, () =>
          person.get('/api/companies').then(
            ({ status }) => status,
            () => 0,
          ),
        )
        for (const socket of sockets) socket.destroy()
        expect((await Promise.all(asked)).filter((status) => ![0, 200, 503].includes(status))).toEqual([])
        await until(async () => (await person.get('/api/companies')).ok, 'it serves again')
        expect((await person.post('/api/companies', { name: 'After', website: 'https://after.example' })).status).toBe(
          201,
        )
      } finally {
        await product.kill()
        rmSync(product.dataDir, { recursive: true, force: true })
      }
    })

  if (inject('repeatsAll'))
    test('"256 MB heap": imports, lists and exports 10,000 companies repeatedly', async () => {
      const environment = { ...database.settings, LOG_LEVEL: 'error', AUTH_RATE_LIMITS: 'off' }
      const product = await startProduct({ environment, nodeFlags: ['--max-old-space-size=256'] })
      try {
        const person = await signUp(product.url)
        const rows = Array.from({ length: 10_000 }, (_, at) => `Company ${at} Holdings,company-${at}.example`)
        const upload = () => {
          const body = new FormData()
          body.set('file', new File([['Company Name,Website', ...rows].join('\n')], 'list.csv'))
          const { authorization } = person.headers
          return fetch(`${product.url}/api/companies/bulk-upload`, { method: 'POST', headers: { authorization }, body })
        }
        expect((await upload()).status).toBe(200)
        const paths = ['/api/companies', '/api/companies/export?format=xlsx', '/api/analytics', '/api/news/feed']
        const statuses = await Promise.all(
          Array.from({ length: 20 }, async (_, at) => {
            const answer = await person.get(paths[at % paths.length] ?? '')
            await answer.arrayBuffer()
            return answer.status
          }),
        )
        expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
        expect(statuses).toContain(200)
        const uploads = await Promise.all(Array.from({ length: 5 }, upload))
        expect(uploads.map(({ status }) => status).filter((status) => ![200, 503].includes(status))).toEqual([])
        expect((await person.get('/api/companies?limit=1')).status).toBe(200)
      } finally {
        await product.kill()
        rmSync(product.dataDir, { recursive: true, force: true })
      }
    })
})
