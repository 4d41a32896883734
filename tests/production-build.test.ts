import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { refuseDeveloperPages, refuseSecrets } from '../tools/build/budgets.ts'
import { copyTree } from '../tools/copy-tree.ts'
import { freePort } from '../server/testing/network/free-port.ts'

// Builds in a copy, because other tests use the checkout's build.
const copy = copyTree('production')
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const build = () =>
  execFileSync(process.execPath, ['tools/build.ts', '--force'], {
    cwd: copy,
    env: { ...process.env, TIDINGS_BUILD: 'production' },
    stdio: 'pipe',
  })

function hashes(): Map<string, string> {
  const dist = realpathSync(join(copy, 'dist', 'current'))
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const sorted = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  return new Map(
    sorted.map((file) => [file.slice(dist.length), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
}

test('production builds are byte-identical, without developer pages or secrets', { timeout: 600_000 }, () => {
  build()
  const first = hashes()
  build()
  expect(hashes()).toEqual(first)
  expect(refuseDeveloperPages(join(copy, 'dist', 'current'))).toBe('none')
  expect(refuseSecrets(join(copy, 'dist', 'current'))).toBe('none')
})

test('developer pages and their API calls return 404 in production', { timeout: 120_000 }, async () => {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-production-data-'))
  const child = spawn(process.execPath, [join(copy, 'dist', 'server', 'main.js')], {
    cwd: dirname(dataDir),
    env: {
      PATH: process.env.PATH,
      SOURCES: 'company-site',
      NODE_ENV: 'production',
      DATABASE: 'embedded',
      MAIL: 'outbox',
      PAYMENTS: 'test',
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve)
    child.once('exit', () => reject(new Error('it did not start')))
  })
  const status = async (path: string, method = 'GET') =>
    (await fetch(`http://localhost:${port}${path}`, { method })).status
  for (const path of ['/trial-test', '/test-email', '/debug-reset', '/api/test/outbox'])
    expect(await status(path), path).toBe(404)
  for (const path of ['/api/test/set-trial-days', '/api/test/remove-subscription'])
    expect(await status(path, 'POST'), path).toBe(404)
  expect(await status('/')).toBe(200)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  rmSync(dataDir, { recursive: true, force: true })
})
