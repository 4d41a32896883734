import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = `
  import { openSync } from 'node:fs'
  import { createProcessMetrics } from ${JSON.stringify(join(import.meta.dirname, 'process-metrics.ts'))}
  const read = createProcessMetrics()
  const files = async () =>
    (await read()).filter(({ name }) => name.endsWith('_fds')).map(({ name, samples }) => [name, samples[0].value])
  const before = await files()
  try {
    for (;;) openSync('/dev/null')
  } catch {}
  console.log(JSON.stringify([before, await files()]))
  process.exit()`

test('a process without a single file descriptor left says so', { skip: process.platform !== 'linux' }, () => {
  const node = [process.execPath, '--input-type=module', '-e', PROGRAM]
  const output = execFileSync('/bin/sh', ['-c', 'ulimit -n 100 && exec "$@"', 'sh', ...node], { encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual([
    [
      ['process_open_fds', expect.any(Number)],
      ['process_max_fds', 100],
    ],
    [
      ['process_open_fds', 100],
      ['process_max_fds', 100],
    ],
  ])
})
