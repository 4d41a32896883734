import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

/** With several sets of addresses, each query gets the next one and the last one repeats, as in DNS rebinding. */
export type Zone = Record<
  string,
  { a?: string[] | string[][]; aaaa?: string[] | string[][]; cname?: string; silentAbout?: 'A' | 'AAAA' }
>

export type Query = { name: string; type: 'A' | 'AAAA' | 'other' }

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const

export async function openScriptedDns(address: string, zone: Zone) {
  const queries: Query[] = []
  const turns = new Map<string, number>()
  const socket = createSocket('udp4')

  const setOf = (name: string, type: 'a' | 'aaaa'): string[] => {
    const scripted = zone[name]?.[type] ?? []
    const sets = scripted.filter((entry) => Array.isArray(entry))
    if (sets.length === 0) return scripted.filter((entry) => typeof entry === 'string')
    const turn = turns.get(`${name} ${type}`) ?? 0
    turns.set(`${name} ${type}`, turn + 1)
    return sets[Math.min(turn, sets.length - 1)] ?? []
  }

  const recordsOf = (name: string, type: 'a' | 'aaaa'): Buffer[] => {
    const alias = zone[name]?.cname
    if (alias) return [record(name, TYPES.CNAME, encodeName(alias)), ...recordsOf(alias, type)]
    const kind = type === 'a' ? TYPES.A : TYPES.AAAA
    return setOf(name, type).map((entry) => record(name, kind, encodeAddress(entry)))
  }

  socket.on('message', (message, { port, address: peer }) => {
    const { name, type, end } = questionOf(message)
    queries.push({ name, type })
    if (zone[name]?.silentAbout === type) return
    const answers = type === 'other' || !zone[name] ? [] : recordsOf(name, type === 'A' ? 'a' : 'aaaa')
    const header = Buffer.alloc(12)
    message.copy(header, 0, 0, 2)
    header.writeUInt16BE(zone[name] ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([header, message.subarray(12, end), ...answers]), port, peer)
  })
  await new Promise<void>((resolve) => socket.bind(53, address, resolve))
  return {
    queries,
    restart: () => turns.clear(),
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

function questionOf(message: Buffer): Query & { end: number } {
  const labels: string[] = []
  let at = 12
  while (message[at]) {
    const length = message[at] ?? 0
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const code = message.readUInt16BE(at + 1)
  const type = code === TYPES.A ? 'A' : code === TYPES.AAAA ? 'AAAA' : 'other'
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 }
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(name), fixed, data])
}

const encodeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ])

function encodeAddress(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  // The URL parser expands every notation to hexadecimal groups.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
