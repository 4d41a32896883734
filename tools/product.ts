import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/testing/network/free-port.ts'

/** Same as `npm start`. With the default sizes, garbage takes up 100 MB more after a large import or poll. */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=1024']

export type RunningProduct = {
  url: string
  dataDir: string
  pid: number
  output: () => string
  stop: () => Promise<void>
  kill: () => Promise<void>
}

type Options = {
  environment?: Record<string, string>
  dataDir?: string
  port?: number
  /** A wrapper command that runs the rest of its arguments. */
  within?: string[]
  /** Node flags that replace the default ones. */
  nodeFlags?: string[]
}

export async function startProduct({
  environment = {},
  dataDir,
  port,
  within = [],
  nodeFlags = NODE_FLAGS,
}: Options = {}): Promise<RunningProduct> {
  const home = dataDir ?? mkdtempSync(join(tmpdir(), 'tidings-product-'))
  const onPort = port ?? (await freePort())
  const url = `http://localhost:${onPort}`
  const main = join(import.meta.dirname, '..', 'dist', 'server', 'main.js')
  const [program, ...args] = [...within, process.execPath, ...nodeFlags, main]
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: home,
      PORT: String(onPort),
      REQUESTS_PER_MINUTE: '1000000',
      // No external requests, only sites that the test sets up.
      SOURCES: 'company-site',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Tidings is ready at')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}:\n${output}`)))
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await exited
    if (!dataDir && signal === 'SIGTERM') rmSync(home, { recursive: true, force: true })
  }
  return {
    url,
    dataDir: home,
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
