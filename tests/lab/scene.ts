import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeCertificate } from './certificate.ts'
import type { Namespace } from './namespace.ts'

type Setting = {
  /** The program that runs inside; it is given the paths of certificate and key, then `words`. */
  program: string
  words: string[]
  /** Whom the certificate vouches for. */
  names: string[]
  environment?: Record<string, string>
}

/** Starts a program in a network of our own and talks to it: a line of JSON in, a line out. */
export async function openScene(namespace: Namespace, { program, words, names, environment = {} }: Setting) {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-lab-keys-'))
  const files = { certificate: join(directory, 'certificate.pem'), key: join(directory, 'key.pem') }
  const made = makeCertificate(names)
  writeFileSync(files.certificate, made.certificate)
  writeFileSync(files.key, made.key)

  const child = namespace.start(
    [process.execPath, join(import.meta.dirname, program), files.certificate, files.key, ...words],
    { NODE_EXTRA_CA_CERTS: files.certificate, ...environment },
  )
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The scene in the lab ended')
    return JSON.parse(value) as unknown
  }
  await next()

  return {
    pid: child.pid ?? 0,
    ask: async (command: object) => {
      child.stdin!.write(`${JSON.stringify(command)}\n`)
      return next()
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.stdin!.end()
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
