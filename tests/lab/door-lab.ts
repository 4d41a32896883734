import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Hit } from './canaries.ts'
import { makeCertificate } from './certificate.ts'
import type { Namespace } from './namespace.ts'
import type { Query, Zone } from './scripted-dns.ts'

export type Command = { fetch: string } | { beside: string }

export type Report = {
  outcome: { status?: number; text?: string; url?: string; kind?: string; message?: string }
  /** Canaries that were reached, and connections that were begun at all. */
  hits: Hit[]
  syns: number
  queries: Query[]
  requests: { url: string; headers: Record<string, string | string[] | undefined> }[]
  besideTheDoor: number
  ms: number
  riseMb: number
  /** Work of the thread whose loop serves everybody: it bounds the lag, however busy the machine is otherwise. */
  busyMs: number
}

type Setting = { zone: Zone; names: string[]; environment?: Record<string, string> }

/** The real door in a network of our own, asked for one address after the other. */
export async function openDoorLab(namespace: Namespace, { zone, names, environment = {} }: Setting) {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-lab-keys-'))
  const files = { certificate: join(directory, 'certificate.pem'), key: join(directory, 'key.pem') }
  const made = makeCertificate(names)
  writeFileSync(files.certificate, made.certificate)
  writeFileSync(files.key, made.key)

  const scene = join(import.meta.dirname, 'door-scene.ts')
  const child = namespace.start(
    [process.execPath, scene, JSON.stringify(zone), files.certificate, files.key],
    { NODE_EXTRA_CA_CERTS: files.certificate, ...environment },
  )
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The scene in the lab ended')
    return JSON.parse(value) as unknown
  }
  const ask = async (command: Command) => {
    child.stdin!.write(`${JSON.stringify(command)}\n`)
    return (await next()) as Report
  }
  await next()

  return {
    fetch: (url: string) => ask({ fetch: url }),
    dialBesideTheDoor: (address: string) => ask({ beside: address }),
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.stdin!.end()
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
