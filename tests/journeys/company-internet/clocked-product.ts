import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../server/testing/network/free-port.ts'
import type { RunningProduct } from '../../../tools/product.ts'

export type ClockedProduct = RunningProduct & {
  /** Resolves once the product's clock has moved. */
  passMinutes: (minutes: number) => Promise<void>
  strayed: () => string[]
}

export type ToProgram =
  | { start: { environment: Record<string, string>; port: number; minutesAgo: number } }
  | { passMinutes: number }
export type FromProgram = { isReady: true } | { hasPassed: true } | { logged: string } | { strayed: string }

/**
 * The clock starts in the past and can be moved forward, so that no test has to wait for the next poll. It's a process
 * of its own because the browser test runner would compile the whole server, which takes it longer than the journey.
 */
export async function startClockedProduct(
  environment: Record<string, string>,
  minutesAgo: number,
): Promise<ClockedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-clocked-'))
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'clocked-program.ts'), {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(child, 'exit')
  const tell = (message: ToProgram) => void child.send(message)
  const strayed: string[] = []
  const passing: (() => void)[] = []
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: FromProgram) => {
      if ('isReady' in message) resolve()
      else if ('hasPassed' in message) passing.shift()?.()
      else if ('logged' in message) output += message.logged
      else strayed.push(message.strayed)
    })
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}:\n${output}`)))
    tell({ start: { environment: { DATA_DIR: dataDir, ...environment }, port, minutesAgo } })
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    url: `http://localhost:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    strayed: () => strayed,
    passMinutes: (minutes) =>
      new Promise((resolve) => {
        passing.push(resolve)
        tell({ passMinutes: minutes })
      }),
  }
}
