import { readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'

export type Hit = { address: string; port: number }

/**
 * Watches listeners on all addresses of the lab. Who reaches one that is not public, or a port nobody should
 * dial, is a hit: it is hung up on and remembered. Whoever else comes is a visit.
 */
export function createCanaries(publicAddresses: string[]) {
  const hits: Hit[] = []
  const visits: Hit[] = []

  const watch = (server: Server, { isOpenToPublic }: { isOpenToPublic: boolean }) => {
    server.prependListener('connection', (socket: Socket) => {
      const address = (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
      const isVisit = isOpenToPublic && publicAddresses.includes(address)
      const arrived = isVisit ? visits : hits
      arrived.push({ address, port: socket.localPort ?? 0 })
      if (!isVisit) socket.destroy()
    })
  }

  return { hits, visits, watch }
}

/** Listens on every address of both families, or of one where the machine has no other. */
export async function listenEverywhere(server: Server, port: number): Promise<void> {
  const on = (host: string) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  await on('::').catch(() => on('0.0.0.0'))
}

/** How many connections anybody in this namespace has begun, whether or not somebody listened: the SYNs. */
export const countSyns = () => kernelCount('Tcp', 'ActiveOpens')

/** How many datagrams anybody in this namespace has sent, to whomever. */
export const countDatagrams = () => kernelCount('Udp', 'OutDatagrams')

function kernelCount(protocol: string, name: string): number {
  const [names = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${protocol}:`))
  return Number(values.split(' ')[names.split(' ').indexOf(name)])
}
