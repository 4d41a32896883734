import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import { parseFetchAllow } from '../server/platform/fetch/target.ts'
import { openFetch } from '../server/platform/fetch/safe-fetch.ts'
import { openLog } from '../server/platform/log.ts'
import { printMeasurement, median } from './measure/measure.ts'

const ROUNDS = 7
const AT_ONCE = 64
const REQUESTS = 4000
const HOSTS = 32

export async function run(): Promise<void> {
  const child = fork(fileURLToPath(new URL('./servers/fetch-server.ts', import.meta.url)), [String(HOSTS)])
  try {
    const ports = await new Promise<number[]>((resolve, reject) => {
      child.once('message', (message) => resolve(message as number[]))
      child.once('exit', () => reject(new Error('the server of the benchmark ended')))
    })
    const safeFetch = openFetch(
      { allow: parseFetchAllow('127.0.0.0/8'), publicUrl: 'http://localhost' },
      { log: openLog('silent'), clock: () => new Date() },
    )
    const agent = new Agent({ connections: 2 })
    const ways: Record<string, (url: string) => Promise<number>> = {
      safeFetch: async (url) => (await safeFetch.fetch({ url })).bytes.length,
      undici: async (url) => (await (await request(url, { dispatcher: agent })).body.arrayBuffer()).byteLength,
      fetch: async (url) => (await (await globalThis.fetch(url)).arrayBuffer()).byteLength,
    }
    for (const path of ['plain', 'gzip']) {
      const names = path === 'plain' ? ['door', 'undici', 'fetch'] : ['door', 'fetch']
      const measured = new Map<string, Measured[]>(names.map((name) => [name, []]))
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const name of names) {
          const way = ways[name] ?? (async () => 0)
          measured.get(name)?.push(await measure(way, ports, path))
        }
      }
      const of = (name: string, pick: (m: Measured) => number) => (measured.get(name) ?? []).map(pick)
      for (const name of names) {
        printMeasurement(`fetch ${path} ${name}`, median(of(name, (m) => m.perSecond)), 'requests/s')
        printMeasurement(`fetch ${path} ${name} CPU`, median(of(name, (m) => m.cpuMs)), 'ms/request')
      }
      const safeFetches = of('door', (m) => m.perSecond)
      for (const name of names.slice(1)) {
        const ratios = of(name, (m) => m.perSecond).map((perSecond, round) => (safeFetches[round] ?? 0) / perSecond)
        printMeasurement(`fetch ${path} door/${name} (target ≥ 0.7)`, median(ratios), 'ratio')
      }
    }
    await safeFetch.close()
    await agent.close()
  } finally {
    child.kill()
  }
}

type Measured = { perSecond: number; cpuMs: number }

async function measure(way: (url: string) => Promise<number>, ports: number[], path: string): Promise<Measured> {
  const began = performance.now()
  const cpu = process.cpuUsage()
  let sent = 0
  const work = async () => {
    while (sent < REQUESTS) {
      sent += 1
      const bytes = await way(`http://127.0.0.1:${ports[sent % HOSTS]}/${path}`)
      if (bytes !== 20_000) throw new Error(`${bytes} bytes instead of 20000`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (performance.now() - began) / 1000
  return { perSecond: REQUESTS / seconds, cpuMs: (user + system) / 1000 / REQUESTS }
}
