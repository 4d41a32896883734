import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const FIRST = 10_000
/** Below the ports that the system gives to connections, of which one could take it before the server does. */
const LAST = 30_000

export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST)
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}
