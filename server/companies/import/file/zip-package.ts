import { inflateRawSync } from 'node:zlib'
import { Unreadable } from './unreadable.ts'

const MAX_ENTRIES = 2000
const MAX_INFLATED = 64 * 1024 * 1024
/** Spreadsheets compress by a factor of 10 to 20; more than 100 is a zip bomb. */
const MAX_RATIO = 100
/** Below this size, a bomb is harmless, and a small, mostly blank file may well compress that far. */
const RATIO_FROM = 1024 * 1024

const END = { signature: 0x06054b50, bytes: 22, farthest: 22 + 0xffff }
const CENTRAL = { signature: 0x02014b50, bytes: 46 }
const LOCAL = { signature: 0x04034b50, bytes: 30 }
const ENCRYPTED = 0x1 | 0x40
const STORED = 0
const DEFLATED = 8

type Entry = { name: string; method: number; packed: number; size: number; start: number }
export type ZipPackage = {
  has: (name: string) => boolean
  /** Returns exactly as many bytes as the directory declares, or throws. */
  part: (name: string) => Buffer
}

/** Checks the directory before inflating anything. */
export function openZip(bytes: Buffer): ZipPackage {
  const entries = readDirectory(bytes)
  refuseBombs(entries)
  refuseOverlaps(bytes, entries)
  const byName = new Map(entries.map((entry) => [partName(entry.name), entry]))
  if (byName.size !== entries.length) throw new Unreadable('two parts of one name')
  const find = (name: string) => byName.get(partName(name))
  return {
    has: (name) => find(name) !== undefined,
    part(name) {
      const entry = find(name)
      if (!entry) throw new Unreadable(`no part ${name}`)
      return inflate(bytes, entry)
    },
  }
}

/** Part names are case-insensitive, and some writers use backslashes. */
const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

function readDirectory(bytes: Buffer): Entry[] {
  const end = findEnd(bytes)
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  const claimed = bytes.readUInt16LE(end + 10)
  if (claimed > MAX_ENTRIES) throw new Unreadable('too many entries')
  while (at + CENTRAL.bytes <= end && bytes.readUInt32LE(at) === CENTRAL.signature) {
    if (entries.length === MAX_ENTRIES) throw new Unreadable('too many entries')
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const nameEnd = at + CENTRAL.bytes + (nameBytes ?? 0)
    const entry = {
      name: bytes.toString('utf8', at + CENTRAL.bytes, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      start: bytes.readUInt32LE(at + 42),
    }
    if (bytes.readUInt16LE(at + 8) & ENCRYPTED) throw new Unreadable('encrypted')
    if (isOutside(entry.name)) throw new Unreadable('a name that leaves the archive')
    entries.push(wide(entry, bytes.subarray(nameEnd, nameEnd + (extraBytes ?? 0))))
    at = nameEnd + (extraBytes ?? 0) + (commentBytes ?? 0)
  }
  if (entries.length === 0 || entries.length !== claimed) throw new Unreadable('a broken directory')
  return entries
}

function findEnd(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - END.farthest)
  for (let at = bytes.length - END.bytes; at >= from; at -= 1) if (bytes.readUInt32LE(at) === END.signature) return at
  throw new Unreadable('no directory')
}

const isOutside = (name: string) => /(?:^|[\\/])\.\.(?:[\\/]|$)|^[a-z]:|^[\\/]|\0/i.test(name)

/** Some writers use 64-bit sizes even for small parts. */
function wide(entry: Entry, extra: Buffer): Entry {
  const found = { ...entry }
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let value = at + 4
    for (const field of ['size', 'packed', 'start'] as const) {
      if (found[field] !== 0xffffffff || value + 8 > extra.length) continue
      found[field] = Number(extra.readBigUInt64LE(value))
      value += 8
    }
  }
  return found
}

function refuseBombs(entries: Entry[]): void {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (size > MAX_INFLATED) throw new Unreadable('too large when unpacked')
  if (entries.some((entry) => entry.size > RATIO_FROM && entry.size > entry.packed * MAX_RATIO))
    throw new Unreadable('packed too tightly')
}

function refuseOverlaps(bytes: Buffer, entries: Entry[]): void {
  let free = 0
  for (const entry of entries.toSorted((one, other) => one.start - other.start)) {
    if (entry.start < free) throw new Unreadable('entries that overlap')
    free = contentStart(bytes, entry) + entry.packed
    if (free > bytes.length) throw new Unreadable('an entry beyond the end')
  }
}

function contentStart(bytes: Buffer, { start }: Entry): number {
  if (start + LOCAL.bytes > bytes.length || bytes.readUInt32LE(start) !== LOCAL.signature)
    throw new Unreadable('an entry that is not there')
  return start + LOCAL.bytes + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
}

function inflate(bytes: Buffer, entry: Entry): Buffer {
  const from = contentStart(bytes, entry)
  const packed = bytes.subarray(from, from + entry.packed)
  const content = entry.method === STORED ? packed : entry.method === DEFLATED ? unpacked(packed, entry) : null
  // The declared size may be false.
  if (content?.length !== entry.size) throw new Unreadable('an entry of another size than declared')
  return content
}

function unpacked(packed: Buffer, { size }: Entry): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) })
  } catch (error) {
    throw new Unreadable(`cannot be unpacked: ${String(error)}`)
  }
}
