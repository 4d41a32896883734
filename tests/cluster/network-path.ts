import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

type Weather = 'clear' | 'slow' | 'silent'

const SLOW_MS = 200

/** A TCP connection that can be slow, silent without being closed, or cut. */
export async function openNetworkPath(first: number) {
  let target = first
  let weather: Weather = 'clear'
  const sockets = new Set<Socket>()

  const join = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (chunk) => {
      if (weather === 'silent') return
      if (weather === 'clear') return void to.write(chunk)
      setTimeout(() => to.writable && to.write(chunk), SLOW_MS)
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  const server = createServer((client) => {
    const onward = connect(target, '127.0.0.1')
    // The path must not hold back the end of a response until an acknowledgment arrives, so disable Nagle's algorithm.
    for (const socket of [client, onward]) socket.setNoDelay(true)
    join(client, onward)
    join(onward, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    set: (next: Weather) => {
      weather = next
    },
    /** Applies to new connections. */
    pointTo: (to: number) => {
      target = to
    },
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
