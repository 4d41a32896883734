import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { messageOf } from '#domain/errors.ts'

const AGAIN_MS = 1000
const CONNECT_MS = 5000
/** A connection can be cut without either end noticing. */
const PACE = { checkMs: 10_000, answerMs: 5000 }

export type Listener = {
  onPayload: (channel: string, payload: string) => void
  /** Called when listening resumes after an interruption, during which notifications may have been missed. */
  onResume?: () => void
}

/** Uses a dedicated connection and reconnects when it is lost. */
export async function listenOn(
  connection: pg.ClientConfig,
  channels: string[],
  { onPayload, onResume }: Listener,
  log: (line: string) => void,
  pace = PACE,
): Promise<() => Promise<void>> {
  const open = () => openListener(connection, channels, onPayload, pace)
  let line = open()
  let isStopped = false
  try {
    await line.begin()
  } catch (error) {
    await line.end()
    throw error
  }

  const keepListening = async () => {
    let because = await line.lost
    while (!isStopped) {
      log(`listening was interrupted: ${because}`)
      void line.end()
      await sleep(AGAIN_MS, undefined, { ref: false })
      if (isStopped) return
      line = open()
      try {
        await line.begin()
        onResume?.()
        because = await line.lost
      } catch (error) {
        because = messageOf(error)
      }
    }
  }
  void keepListening()

  return async () => {
    isStopped = true
    await line.end()
  }
}

function openListener(
  connection: pg.ClientConfig,
  channels: string[],
  onPayload: Listener['onPayload'],
  { checkMs, answerMs }: typeof PACE,
) {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_MS, query_timeout: answerMs })
  client.on('notification', ({ channel, payload }) => onPayload(channel, payload ?? ''))
  let check: ReturnType<typeof setInterval> | undefined
  const lost = new Promise<string>((resolve) => {
    client.on('error', ({ message }) => resolve(message))
    client.on('end', () => resolve('the connection ended'))
    const ask = () => client.query('select 1').catch((error: unknown) => resolve(`no answer: ${messageOf(error)}`))
    check = setInterval(() => void ask(), checkMs).unref()
  })
  return {
    lost,
    begin: async () => {
      await client.connect()
      await client.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join('; '))
    },
    end: async () => {
      clearInterval(check)
      await client.end().catch(() => {})
    },
  }
}
