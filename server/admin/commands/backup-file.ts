import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

/** The message tells the operator what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export const Header = z.object({
  tidings: z.literal('backup'),
  format: z.literal(1),
  at: z.string(),
  postgres: z.string(),
  migrations: z.array(z.number()).min(1),
  queue: z.number(),
})
export type Header = z.infer<typeof Header>

const Table = z.object({ schema: z.string(), table: z.string(), columns: z.array(z.string()).min(1) })
export type Table = z.infer<typeof Table>
const Sequence = z.object({ schema: z.string(), sequence: z.string(), value: z.string().regex(/^-?\d+$/) })
export type Sequence = z.infer<typeof Sequence>
const End = z.object({ end: z.literal(true), rows: z.number(), sha256: z.string() })

/** Rows must be consumed before the next part is requested. */
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: Table; rows: AsyncIterable<Buffer> }
  | { kind: 'sequence'; sequence: Sequence }

const LAST_ROW = Buffer.from('\\.\n')
const NEWLINE = 10
/** For metadata lines; rows may be longer. */
const MAX_LINE_LENGTH = 1024 * 1024

/** Writes to a temporary file next to the destination, with mode 600, so that a partial file never appears there. */
export async function writeBackup(path: string, parts: AsyncIterable<Part>): Promise<number> {
  const unfinished = `${path}.unfinished-${process.pid}`
  const counted = { rows: 0 }
  try {
    await pipeline(
      Readable.from(linesOf(parts, counted)),
      createGzip({ level: 3 }),
      createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }),
    )
    await keepOnDisk(unfinished)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw isFull(error) ? new CommandError(`There is no space left for ${path}. Nothing was changed.`) : error
  }
  return counted.rows
}

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

async function keepOnDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function* linesOf(parts: AsyncIterable<Part>, counted: { rows: number }): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`)
  for await (const part of parts) {
    if (part.kind === 'header') yield hashed(line(part.header))
    else if (part.kind === 'sequence') yield hashed(line(part.sequence))
    else {
      yield hashed(line(part.table))
      for await (const rows of part.rows) {
        counted.rows += countLines(rows)
        yield hashed(rows)
      }
      yield hashed(LAST_ROW)
    }
  }
  yield line({ end: true, rows: counted.rows, sha256: hash.digest('hex') })
}

/** Damage may be detected only at the end of the file, so read all of it once before acting on it. */
export async function* readBackup(path: string): AsyncGenerator<Part> {
  const { line, rows, digest, counted, hasMore, close } = openLines(path)
  try {
    yield { kind: 'header', header: parse(Header, await line(), path) }
    for (;;) {
      const sum = digest()
      const value = parse(z.looseObject({}), await line(), path)
      const [table, sequence, end] = [Table.safeParse(value), Sequence.safeParse(value), End.safeParse(value)]
      if (table.success) yield { kind: 'table', table: table.data, rows: rows() }
      else if (sequence.success) yield { kind: 'sequence', sequence: sequence.data }
      else if (end.data?.sha256 === sum && end.data.rows === counted() && !(await hasMore())) return
      else throw damaged(path)
    }
  } finally {
    close()
  }
}

function openLines(path: string) {
  const plain = createGunzip()
  // Errors surface when reading from `plain`.
  pipeline(createReadStream(path), plain).catch(() => {})
  const chunks = plain[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const hash = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  let rowsRead = 0

  async function more(): Promise<boolean> {
    const next = await chunks.next().catch((error: NodeJS.ErrnoException) => {
      throw error.code?.startsWith('Z_') ? damaged(path) : error
    })
    if (!next.done) held = held.length > 0 ? Buffer.concat([held, next.value]) : next.value
    return !next.done
  }
  function take(bytes: number): Buffer {
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    hash.update(taken)
    return taken
  }
  return {
    async line(): Promise<string> {
      while (!held.includes(NEWLINE)) {
        if (held.length > MAX_LINE_LENGTH || !(await more())) throw damaged(path)
      }
      return take(held.indexOf(NEWLINE) + 1).toString('utf8')
    },
    async *rows(): AsyncGenerator<Buffer> {
      for (;;) {
        const whole = held.lastIndexOf(NEWLINE) + 1
        const last = lastRowIn(held.subarray(0, whole))
        const bytes = last ?? whole
        if (bytes > 0) {
          const lines = take(bytes)
          rowsRead += countLines(lines)
          yield lines
        }
        if (last !== null) break
        if (!(await more())) throw damaged(path)
      }
      take(LAST_ROW.length)
    },
    digest: () => hash.copy().digest('hex'),
    counted: () => rowsRead,
    hasMore: async () => held.length > 0 || more(),
    close: () => void plain.destroy(),
  }
}

/** A row cannot look like the end marker, because backslashes in rows are doubled. */
function lastRowIn(lines: Buffer): number | null {
  if (lines.subarray(0, LAST_ROW.length).equals(LAST_ROW)) return 0
  const at = lines.indexOf(`\n${LAST_ROW.toString()}`)
  return at < 0 ? null : at + 1
}

function countLines(lines: Buffer): number {
  let count = 0
  for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) count += 1
  return count
}

function parse<T>(schema: z.ZodType<T>, line: string, path: string): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw damaged(path)
  }
}

const damaged = (path: string) =>
  new CommandError(`${path} is not a Tidings backup, or it is damaged or cut short. Nothing was changed.`)
