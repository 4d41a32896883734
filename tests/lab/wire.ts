import { connect, createServer } from 'node:net'

/** Listens before a port of this machine, carries everything on to it and keeps what was sent there. */
export async function openWire(port: number, to: number) {
  const sent: string[] = []
  const server = createServer((socket) => {
    const onward = connect(to, '127.0.0.1')
    for (const end of [socket, onward]) end.on('error', () => end.destroy())
    socket.on('data', (chunk: Buffer) => void sent.push(chunk.toString('latin1')))
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { sent }
}
