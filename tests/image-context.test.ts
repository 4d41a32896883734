import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { missingPages } from '../tools/build/prerender.ts'

const SPECIFIED = [
  '/',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  '/contact',
  '/docs/api',
  '/blog/*',
  '/guides/*',
]

const root = join(import.meta.dirname, '..')
const context = mkdtempSync(join(tmpdir(), 'tidings-context-'))

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.split('\n').filter((path) => path && isAdmitted(path)))
    cpSync(join(root, file), join(context, file), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(context, 'node_modules'))
})
afterAll(() => rmSync(context, { recursive: true, force: true }))

test('a build from the image’s context has every public page', { timeout: 300_000 }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/build.ts', '--force'], {
    cwd: context,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TIDINGS_BUILD: 'production' },
  })
  expect(status, stdout + stderr).toBe(0)
  const { pages }: { pages: object } = JSON.parse(readFileSync(join(context, 'dist/web/routes.json'), 'utf8'))
  const built = Object.keys(pages)
  expect(missingPages(built, SPECIFIED)).toEqual([])
})

/** As Docker does: the last pattern that matches a file or a folder above it decides. */
function isAdmitted(file: string): boolean {
  let admitted = true
  for (const line of readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const pattern = line.replace(/^!/, '')
    if ([pattern, `${pattern}/**`].some((glob) => matchesGlob(file, glob))) admitted = line.startsWith('!')
  }
  return admitted
}
