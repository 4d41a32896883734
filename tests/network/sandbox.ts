import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Namespace } from './namespace.ts'

/** Generated, because a key in a repository isn't secret. */
function makeCertificate(names: string[]): { certificate: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid(ECDSA_WITH_SHA256))
  const name = sequence(tag(0x31, sequence(oid(COMMON_NAME), tag(0x0c, Buffer.from('Tidings lab')))))
  const day = 24 * 60 * 60_000
  const signed = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, Buffer.from([1]), randomBytes(7)),
    algorithm,
    name,
    sequence(time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tag(0xa3, sequence(sequence(oid(SUBJECT_ALT_NAME), tag(0x04, sequence(...names.map(dnsName)))))),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)])
  const der = sequence(signed, algorithm, tag(0x03, signature))
  // Some parsers stop reading at an empty line.
  const lines = der
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
const COMMON_NAME = [0x55, 0x04, 0x03]
const SUBJECT_ALT_NAME = [0x55, 0x1d, 0x11]

function tag(kind: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([kind, ...head]), body])
}

const sequence = (...parts: Buffer[]) => tag(0x30, ...parts)
const oid = (bytes: number[]) => tag(0x06, Buffer.from(bytes))
const dnsName = (name: string) => tag(0x82, Buffer.from(name))
const time = (at: number) =>
  tag(0x18, Buffer.from(`${new Date(at).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`))

type Setting = {
  program: string
  args: string[]
  names: string[]
  environment?: Record<string, string>
}

export async function openSandbox(namespace: Namespace, { program, args, names, environment = {} }: Setting) {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-lab-keys-'))
  const files = { certificate: join(directory, 'certificate.pem'), key: join(directory, 'key.pem') }
  const made = makeCertificate(names)
  writeFileSync(files.certificate, made.certificate)
  writeFileSync(files.key, made.key)

  const child = namespace.start(
    [process.execPath, join(import.meta.dirname, program), files.certificate, files.key, ...args],
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
