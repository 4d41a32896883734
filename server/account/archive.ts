import { crc32 } from 'node:zlib'

/** Rows as a table that spreadsheets open: every key a column, nested values as JSON, nothing run as a formula. */
export function toCsv(rows: object[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => columns.map((column) => cell((row as Record<string, unknown>)[column])).join(','))
  return [columns.map(cell).join(','), ...lines, ''].join('\r\n')
}

function cell(value: unknown): string {
  const text = asText(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const VERSION = 20
const UTF8_NAMES = 0x0800
// The format counts years from 1980 in two-second steps; one fixed moment makes equal contents equal files.
const DATE = (1 << 5) | 1
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46

export type ZipEntry = { name: string; content: string }

/** A ZIP file without compression: every system opens it, and writing one takes a page. */
export function zip(entries: ZipEntry[]): Uint8Array<ArrayBuffer> {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const content = Buffer.from(entry.content)
    const shared = sharedFields(content, name.length)
    const head = Buffer.alloc(LOCAL_BYTES)
    head.writeUInt32LE(0x04034b50, 0)
    shared.copy(head, 4)
    local.push(head, name, content)

    const listed = Buffer.alloc(CENTRAL_BYTES)
    listed.writeUInt32LE(0x02014b50, 0)
    listed.writeUInt16LE(VERSION, 4)
    shared.copy(listed, 6)
    listed.writeUInt32LE(offset, 42)
    central.push(listed, name)
    offset += LOCAL_BYTES + name.length + content.length
  }
  const centralBytes = central.reduce((sum, part) => sum + part.length, 0)
  return new Uint8Array(Buffer.concat([...local, ...central, end(entries.length, centralBytes, offset)]))
}

/** What the head of a file and its line in the list say alike. */
function sharedFields(content: Buffer, nameLength: number): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8_NAMES, 2)
  fields.writeUInt16LE(DATE, 8)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(content.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(nameLength, 22)
  return fields
}

function end(entries: number, centralBytes: number, offset: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(entries, 8)
  record.writeUInt16LE(entries, 10)
  record.writeUInt32LE(centralBytes, 12)
  record.writeUInt32LE(offset, 16)
  return record
}
