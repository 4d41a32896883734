import type { MetricReader } from './metrics/http-metrics.ts'
import { write as writeFile, writeSync } from 'node:fs'

/** About a minute of a busy process. */
const MAX_WAITING_BYTES = 1024 * 1024
const RETRY_MS = 1000
const STDOUT = 1
const STDERR = 2

type Written = (error: NodeJS.ErrnoException | null, bytes: number) => void

/** A file that may be full, a terminal that may be gone, or a pipe that nobody may read. */
export type Sink = { write: (bytes: Buffer, written: Written) => void; writeSync: (bytes: Buffer) => void }

const stdout: Sink = {
  write: (bytes, written) => writeFile(STDOUT, bytes, written),
  writeSync: (bytes) => void writeSync(STDOUT, bytes),
}

export type LogOutput = ReturnType<typeof openLogOutput>

/** Never throws. While lines cannot be written, a limited number waits; further ones are lost and counted. */
export function openLogOutput(sink: Sink = stdout, tell = tellOperator, retryMs = RETRY_MS) {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let unwritten = Buffer.alloc(0)
  let state: 'idle' | 'writing' | 'paused' = 'idle'
  let isFailing = false
  let lost = 0
  let lostUnsaid = 0
  let isUsed = false

  function writeNext(): void {
    if (unwritten.length === 0) unwritten = Buffer.concat(takeWaiting())
    if (unwritten.length === 0) return
    state = 'writing'
    sink.write(unwritten, (error, bytes) => {
      if (error) return pause(error)
      state = 'idle'
      unwritten = unwritten.subarray(bytes)
      if (unwritten.length === 0) recover()
      writeNext()
    })
  }

  function takeWaiting(): Buffer[] {
    const taken = waiting
    waiting = []
    waitingBytes = 0
    return taken
  }

  function pause({ code = 'unknown error' }: NodeJS.ErrnoException): void {
    state = 'paused'
    // A pipe whose reader is slow is no failure.
    if (!isFailing && code !== 'EAGAIN') {
      isFailing = true
      tell(`The log cannot be written (${code}). Tidings goes on and tries again every second.`)
    }
    // An error in the log must not keep a process alive that has nothing else to do.
    setTimeout(writeNext, retryMs).unref()
  }

  function recover(): void {
    isFailing = false
    if (lostUnsaid === 0) return
    const said = { level: 'warn', time: new Date().toISOString(), event: 'log.lost', lines: lostUnsaid }
    lostUnsaid = 0
    waiting.push(Buffer.from(`${JSON.stringify({ ...said, msg: 'log lines could not be written' })}\n`))
  }

  function add(line: string): void {
    const bytes = Buffer.from(line)
    if (waitingBytes + bytes.length > MAX_WAITING_BYTES) {
      lost += 1
      lostUnsaid += 1
      return
    }
    waiting.push(bytes)
    waitingBytes += bytes.length
  }

  /** For the end of the process. What is being written at this moment is left to the kernel. */
  function flush(): void {
    const rest = Buffer.concat([...(state === 'writing' ? [] : [unwritten]), ...takeWaiting()])
    try {
      if (rest.length > 0) sink.writeSync(rest)
    } catch {
      // Nobody is left to tell.
    }
  }

  return {
    write(line: string): void {
      if (!isUsed && sink === stdout) process.once('exit', flush)
      isUsed = true
      add(line)
      if (state === 'idle') writeNext()
    },

    flush,
    lost: () => lost,
    isFailing: () => isFailing,
  }
}

export const logMetrics = ({ lost, isFailing }: Pick<LogOutput, 'lost' | 'isFailing'>): MetricReader[] => [
  {
    name: 'log_failing',
    help: '1 while the log cannot be written',
    read: async () => Number(isFailing()),
  },
  {
    name: 'log_lines_lost_total',
    help: 'Log lines that could not be written',
    type: 'counter',
    read: async () => lost(),
  },
]

function tellOperator(text: string): void {
  try {
    writeSync(STDERR, `${text}\n`)
  } catch {
    // Often the same file; the metric shows it anyway.
  }
}

/** What is printed next to the log, such as the line that the server is ready, may get lost, too. */
export function surviveLostOutput({ stdout: out, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>): void {
  for (const stream of [out, stderr]) stream.on('error', () => {})
}
