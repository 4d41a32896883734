import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openLog } from './log.ts'
import { logMetrics, openLogOutput, type Sink } from './log-output.ts'
import { createHttpMetrics } from './metrics/http-metrics.ts'

/** Logs for a while, and then says on stderr that it is still there. */
const PROGRAM = `
  const { openLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)})
  const { surviveLostOutput } = await import(${JSON.stringify(new URL('./log-output.ts', import.meta.url).href)})
  surviveLostOutput(process)
  process.stdout.write('ready\\n')
  const log = openLog('info')
  const timer = setInterval(() => log.info({}, 'hello'), 20)
  setTimeout(() => { clearInterval(timer); process.stderr.write('still here') }, 400)`

const run = (stdout: number | 'pipe') =>
  spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { stdio: ['ignore', stdout, 'pipe'] })

test.runIf(process.platform === 'linux')('a full disk under the log does not end the process', async () => {
  const full = openSync('/dev/full', 'w')
  const child = run(full)
  closeSync(full)
  const [said] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  expect(said).toBe('The log cannot be written (ENOSPC). Tidings goes on and tries again every second.\nstill here')
  expect(child.exitCode).toBe(0)
})

test('a reader of the log that goes away does not end the process', async () => {
  const child = run('pipe')
  child.stdout?.destroy()
  const [said] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  expect(said).toMatch(/^The log cannot be written \(EPIPE\).*\nstill here$/)
  expect(child.exitCode).toBe(0)
})

/** Takes at most ten bytes at once, so that lines are torn. */
function brokenSink() {
  const sink = { code: '', text: '', reported: [] as string[] }
  const write: Sink['write'] = (bytes, written) =>
    setImmediate(() => {
      if (sink.code) return written(Object.assign(new Error('broken'), { code: sink.code }), 0)
      sink.text += bytes.subarray(0, 10).toString()
      written(null, Math.min(bytes.length, 10))
    })
  const writeSync = (bytes: Buffer) => {
    if (sink.code) throw new Error('broken')
    sink.text += bytes.toString()
  }
  const output = openLogOutput({ write, writeSync }, (said) => sink.reported.push(said), 1)
  return { sink, output, log: openLog('info', output) }
}

const linesOf = ({ text: written }: { text: string }) =>
  written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; event?: string; lines?: number })

test.each(['ENOSPC', 'EPIPE', 'EIO'])('after %s, waiting lines are written once it works again', async (code) => {
  const { sink, output, log } = brokenSink()
  log.info({}, 'before')
  await expect.poll(() => sink.text).toContain('before"}\n')
  sink.code = code
  log.info({}, 'during')
  await expect.poll(output.isFailing).toBe(true)
  log.info({}, 'also during')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sink.reported).toEqual([`The log cannot be written (${code}). Tidings goes on and tries again every second.`])
  sink.code = ''
  await expect.poll(output.isFailing).toBe(false)
  log.info({}, 'after')
  await expect.poll(() => sink.text).toContain('after"}\n')
  expect(linesOf(sink).map(({ msg }) => msg)).toEqual(['before', 'during', 'also during', 'after'])
  expect(output.lost()).toBe(0)
})

test('a long failure costs limited memory; lost lines are counted, and the log says how many', async () => {
  const { sink, output, log } = brokenSink()
  sink.code = 'ENOSPC'
  for (let line = 0; line < 30; line += 1) log.info({ more: 'x'.repeat(100_000) }, 'long')
  expect(output.lost()).toBeGreaterThan(15)
  sink.code = ''
  await expect.poll(() => sink.text, { timeout: 60_000 }).toContain('log.lost')
  await expect.poll(() => sink.text.endsWith('\n')).toBe(true)
  const lines = linesOf(sink)
  expect(lines.at(-1)).toMatchObject({ event: 'log.lost', lines: output.lost() })
  expect(lines).toHaveLength(31 - output.lost())
})

test('the last lines are written when the process ends, or given up silently', () => {
  const { sink, output, log } = brokenSink()
  log.info({}, 'first')
  log.info({}, 'last')
  output.flush()
  expect(linesOf(sink).map(({ msg }) => msg)).toEqual(['last'])
  sink.code = 'EIO'
  log.info({}, 'lost')
  expect(() => output.flush()).not.toThrow()
})

test('lines that were logged right before the process ends are written', async () => {
  const program = PROGRAM.replace(
    /const timer[^]*/,
    'for (const n of Array(50).keys()) log.info({ n }, "x"); process.exit()',
  )
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = (await text(child.stdout)).trim().split('\n')
  expect(lines.length).toBeGreaterThanOrEqual(50)
})

test('the metrics show a log that fails and how many lines are lost', async () => {
  const { sink, output, log } = brokenSink()
  const metrics = () => createHttpMetrics(logMetrics(output)).text()
  expect(await metrics()).toMatch(/\nlog_failing 0\n[^]*\nlog_lines_lost_total 0\n/)
  sink.code = 'ENOSPC'
  for (let line = 0; line < 12; line += 1) log.info({ more: 'x'.repeat(100_000) }, 'long')
  await expect.poll(metrics).toMatch(/\nlog_failing 1\n[^]*\nlog_lines_lost_total [1-9]/)
})
