import { spawn } from 'node:child_process'
import { join, resolve as resolvePath } from 'node:path'

export type StartedProcess = {
  says: (text: string) => Promise<void>
  ended: Promise<{ code: number | null; out: string; err: string }>
  out: () => string
  kill: (signal?: NodeJS.Signals) => void
}

const checkout = join(import.meta.dirname, '../..')

export function startServer(settings: Record<string, string>, flags: string[] = []): StartedProcess {
  return startProgram('dist/server/main.js', { PORT: '0', SOURCES: 'company-site', ...settings }, { flags })
}

export function startProgram(
  program: string,
  environment: Record<string, string>,
  { flags = [], args = [] }: { flags?: string[]; args?: string[] } = {},
): StartedProcess {
  const child = spawn(process.execPath, [...flags, resolvePath(checkout, program), ...args], {
    cwd: checkout,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  const listeners = new Set<() => void>()
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    for (const listener of listeners) listener()
  })
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out, err })),
  )
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const listener = () => {
        if (!out.includes(text)) return
        listeners.delete(listener)
        resolve()
      }
      listeners.add(listener)
      listener()
      void ended.then(({ code }) => reject(new Error(`ended with ${code} and never said "${text}":\n${err}`)))
    })
  return { says, ended, out: () => out, kill: (signal = 'SIGKILL') => void child.kill(signal) }
}
