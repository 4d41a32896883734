import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { missingPages } from '../tools/build/prerender.ts'
import { copyTree } from '../tools/copy-tree.ts'

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
const context = copyTree('context', isAdmitted)
afterAll(() => rmSync(context, { recursive: true, force: true }))

test(
  'three builds started at once in the image’s context all succeed with every public page',
  { timeout: 600_000 },
  async () => {
    const builds = await Promise.all([build(), build(), build()])
    expect(
      builds.map(({ code }) => code),
      builds.map(({ output }) => output).join('\n'),
    ).toEqual([0, 0, 0])
    const { pages }: { pages: object } = JSON.parse(readFileSync(join(context, 'dist/web/routes.json'), 'utf8'))
    expect(missingPages(Object.keys(pages), SPECIFIED)).toEqual([])
  },
)

function build(): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['tools/build.ts'], {
    cwd: context,
    env: { PATH: process.env.PATH, TIDINGS_BUILD: 'production' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

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
