import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.ts'
import { withFault, type Fault } from './mutate/fault.ts'
import { faults } from './mutate/faults.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [filter = ''] = process.argv.slice(2)
const chosen = faults.filter(({ name, file }) => `${file} ${name}`.includes(filter))
if (chosen.length === 0) {
  console.error(`No fault matches "${filter}".`)
  process.exit(1)
}

// Work on a copy so that an interrupted run leaves nothing broken.
const copy = mkdtempSync(join(tmpdir(), 'tidings-mutate-'))
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
})
for (const file of listed.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file))
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
if (chosen.some(({ tests }) => startProducts(tests))) {
  await buildIfStale()
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true, verbatimSymlinks: true })
}

const unbroken = [...new Set(chosen.flatMap(({ tests }) => tests))]
if (!passes(unbroken)) {
  console.error('These tests fail without any fault; repair them first.')
  process.exit(1)
}

const survivors: Fault[] = []
for (const [index, fault] of chosen.entries()) {
  const original = withFault(root, { ...fault, to: fault.from })
  writeFileSync(join(copy, fault.file), withFault(root, fault))
  const survived = passes(fault.tests)
  writeFileSync(join(copy, fault.file), original)
  if (survived) survivors.push(fault)
  console.log(`${index + 1}/${chosen.length} ${survived ? 'SURVIVED' : 'noticed '} ${fault.file}: ${fault.name}`)
}
console.log(`\nmutate: ${chosen.length - survivors.length} of ${chosen.length} faults noticed`)
for (const { name, file } of survivors) console.log(`survived: ${file}: ${name}`)
process.exitCode = survivors.length > 0 ? 1 : 0

/** These tests run the built server, so the fault has to be built as well. */
function startProducts(tests: string[]): boolean {
  return tests.some((test) => /^tests\/(cluster|faults)\//.test(test))
}

function passes(tests: string[]): boolean {
  if (startProducts(tests))
    execFileSync(
      process.execPath,
      ['-e', `import('./tools/build/server.ts').then((m) => m.buildServer('dist/server'))`],
      {
        cwd: copy,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
  const { status, stdout } = spawnSync('vitest', ['run', '--bail', '1', '--reporter', 'dot', ...tests], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, VITEST_JSON_OUTPUT_NAME: undefined },
    timeout: 600_000,
  })
  // A fault that makes Vitest find no tests proves nothing.
  if (stdout.includes('No test files found')) throw new Error(`No test files found: ${tests.join(' ')}`)
  return status === 0
}
