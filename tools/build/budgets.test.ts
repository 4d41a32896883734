import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { enforceBudgets, measureBudgets, refuseDeveloperPages, refuseSecrets } from './budgets.ts'

const web = mkdtempSync(join(tmpdir(), 'tidings-budgets-'))
afterAll(() => rmSync(web, { recursive: true }))

const incompressible = (kilobytes: number) => randomBytes(kilobytes * 768).toString('base64')

function layOut(files: Record<string, string>) {
  mkdirSync(join(web, '.vite'), { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(web, name), content)
}

const manifest = {
  'app.html': { file: 'app.js', isEntry: true, imports: ['_shared.js'], css: ['app.css'] },
  '_shared.js': { file: 'shared.js' },
  'pages/dashboard.tsx': { file: 'dashboard.js', isDynamicEntry: true, imports: ['app.html', '_shared.js'] },
  'pages/profile.tsx': { file: 'profile.js', isDynamicEntry: true, imports: ['_shared.js'] },
}

layOut({
  'routes.json': JSON.stringify({ pages: { '/': 'index.html' } }),
  '.vite/manifest.json': JSON.stringify(manifest),
  'index.html':
    '<script>first()</script><link rel="stylesheet" href="/site.css"/><script type="module" src="/site.js"></script>',
  'site.js': incompressible(2),
  'site.css': incompressible(3),
  'app.js': incompressible(60),
  'app.css': incompressible(4),
  'shared.js': incompressible(20),
  'dashboard.js': incompressible(30),
  'profile.js': incompressible(10),
})

test('shared chunks are counted once', () => {
  const kilobytes = Object.fromEntries(measureBudgets(web).map(({ name, bytes }) => [name, Math.round(bytes / 1024)]))
  expect(kilobytes).toMatchObject({
    'landing page, JavaScript': 2,
    'landing page, CSS': 2,
    'application to a working dashboard, JavaScript': 83,
    'pages/profile.tsx JavaScript': 8,
  })
  expect(enforceBudgets(web)).toMatch(/kept$/)
})

test('each exceeded budget gets one line in the error', () => {
  layOut({ 'site.js': incompressible(30), 'profile.js': incompressible(80) })
  expect(() => enforceBudgets(web)).toThrow(
    /^Over budget: landing page, JavaScript [\d.]+ KB of 15\.0 KB\nOver budget: pages\/profile\.tsx JavaScript [\d.]+ KB of 40\.0 KB$/,
  )
})

// Put together here, because the repository may not contain anything like a secret.
test.each([
  ['sk', 'live', 'abc'].join('_'),
  ['whsec', 'abc'].join('_'),
  ['-----BEGIN', 'PRIVATE', 'KEY-----\nMII'].join(' '),
])('a build that contains the secret %j is rejected, naming the file', (secret) => {
  expect(refuseSecrets(web)).toBe('none')
  layOut({ 'leak.js': `const key = '${secret}'` })
  expect(() => refuseSecrets(web)).toThrow('leak.js')
  layOut({ 'leak.js': '' })
})

test('a production build with a developer page’s address is rejected, naming the file', () => {
  expect(refuseDeveloperPages(web)).toBe('none')
  layOut({ 'leak.js': 'fetch("/api/test/set-trial-days")' })
  expect(() => refuseDeveloperPages(web)).toThrow('leak.js contains /api/test/')
})
