import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { messageOf } from '#domain/errors.ts'

const AGAIN_MS = 1000

/** Uses a connection of its own and reconnects when it is lost. */
export async function listenOn(
  connection: pg.ClientConfig,
  channel: string,
  onPayload: (payload: string) => void,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  const open = () => openListener(connection, channel, onPayload)
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

function openListener(connection: pg.ClientConfig, channel: string, onPayload: (payload: string) => void) {
  const client = new pg.Client(connection)
  client.on('notification', ({ payload }) => onPayload(payload ?? ''))
  const lost = new Promise<string>((resolve) => {
    client.on('error', ({ message }) => resolve(message))
    client.on('end', () => resolve('the connection ended'))
  })
  return {
    lost,
    begin: async () => {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    },
    end: async () => {
      await client.end().catch(() => {})
    },
  }
}
