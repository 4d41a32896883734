import { Readable } from 'node:stream'
import type pg from 'pg'

const BATCH_BYTES = 64 * 1024

/** Methods that are missing from the driver's types. */
type Wire = pg.Connection & {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (because: string) => void
}
type Copy = pg.Submittable & {
  handleCopyData?: (message: { chunk: Buffer }) => void
  handleCopyInResponse?: (connection: pg.Connection) => void
  handleCommandComplete: (message: { text: string }) => void
  handleReadyForQuery: () => void
  handleError: (error: Error) => void
}

/** Streams the rows with backpressure. */
export function copyOut(client: pg.Client, statement: string): Readable {
  let wire: pg.Connection | undefined
  let batch: Buffer[] = []
  let size = 0
  // A paused socket would also block later queries, so it is resumed on every exit path.
  const resume = () => void wire?.stream.resume()
  const rows = new Readable({
    read: resume,
    destroy(error, done) {
      resume()
      done(error)
    },
  })
  // Without a listener, an error after the reader has stopped would crash the process.
  rows.on('error', () => {})
  const handOn = () => {
    if (size > 0 && !rows.destroyed && !rows.push(Buffer.concat(batch))) wire?.stream.pause()
    batch = []
    size = 0
  }
  const copy: Copy = {
    submit: (connection) => {
      wire = connection
      connection.query(statement)
    },
    handleCopyData: ({ chunk }) => {
      // The driver reuses the buffer for the next message.
      batch.push(Buffer.from(chunk))
      size += chunk.length
      if (size >= BATCH_BYTES) handOn()
    },
    handleCommandComplete: handOn,
    handleReadyForQuery: () => {
      rows.push(null)
      resume()
    },
    handleError: (error) => void rows.destroy(error),
  }
  client.query(copy)
  return rows
}

export async function copyIn(client: pg.Client, statement: string, rows: AsyncIterable<Buffer>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let taken = 0
  let refused = false
  let unreadable: Error | undefined

  async function send(wire: Wire) {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    wire.stream.once('close', close)
    try {
      for await (const chunk of rows) {
        if (refused) return
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain) await Promise.race([drained(wire), closed])
      }
      wire.endCopyFrom()
    } catch (error) {
      unreadable = error as Error
      wire.sendCopyFail('the rows could not be read')
    } finally {
      wire.stream.off('close', close)
    }
  }
  const copy: Copy = {
    submit: (connection) => connection.query(statement),
    handleCopyInResponse: (connection) => void send(connection as Wire),
    handleCommandComplete: ({ text }) => {
      taken = Number(text.split(' ').at(-1))
    },
    handleReadyForQuery: () => resolve(taken),
    handleError: (error) => {
      refused = true
      reject(unreadable ?? error)
    },
  }
  client.query(copy)
  return promise
}

const drained = (wire: Wire) => new Promise<void>((go) => wire.stream.once('drain', go))
