import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
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

describe('the process itself', { timeout: 180_000 }, () => {
  test('a worker says whether it lives and can work; a rejection nobody handles ends it with 1', async () => {
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

  test('wrong settings are reported before anything is built', async () => {
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
})
