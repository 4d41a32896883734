import { createServer, type AddressInfo, type Socket } from 'node:net'

export type SmtpServer = Awaited<ReturnType<typeof smtpServer>>

export async function smtpServer() {
  const received: { from: string; to: string; data: string }[] = []
  const state: { mood: 'well' | 'refusing' | 'silent'; unknown: string[] } = { mood: 'well', unknown: [] }
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (state.mood === 'silent') return
    const say = (line: string) => socket.write(`${line}\r\n`)
    if (state.mood === 'refusing') {
      say('421 closing')
      return void socket.end()
    }
    let [buffer, from, to, inData] = ['', '', '', false]
    say('220 test')
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8')
      while (buffer.includes(inData ? '\r\n.\r\n' : '\r\n')) {
        const end = inData ? '\r\n.\r\n' : '\r\n'
        const line = buffer.slice(0, buffer.indexOf(end))
        buffer = buffer.slice(buffer.indexOf(end) + end.length)
        if (inData) {
          received.push({ from, to, data: line })
          inData = false
          say('250 kept')
        } else if (/^EHLO|^HELO/i.test(line)) say('250 test')
        else if (/^MAIL FROM:/i.test(line)) {
          from = line.slice(10)
          say('250 ok')
        } else if (/^RCPT TO:/i.test(line)) {
          to = line.slice(8)
          say(state.unknown.some((each) => to.includes(each)) ? `550 5.1.1 ${to}: User unknown` : '250 ok')
        } else if (/^DATA/i.test(line)) {
          inData = true
          say('354 go on')
        } else if (/^QUIT/i.test(line)) {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received, state, close }
}
