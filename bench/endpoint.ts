import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load, printMeasurement, median } from './measure/measure.ts'

type Ports = Record<'product' | 'query' | 'hello' | 'select', number>

const ROUNDS = 5
const WAYS = ['product', 'query', 'select', 'hello'] as const

export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  const child = fork(fileURLToPath(new URL('./servers/endpoint-server.ts', import.meta.url)), [dataDir])
  try {
    const { ports, token } = await message<{ ready: { ports: Ports; token: string } }>(child).then(({ ready }) => ready)
    const measured = { product: [], query: [], select: [], hello: [] } as Record<(typeof WAYS)[number], Measured[]>
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const way of WAYS) measured[way].push(await measure(child, ports[way], token))
    }
    const of = (way: (typeof WAYS)[number], pick: (m: Measured) => number) => median(measured[way].map(pick))
    for (const way of WAYS) {
      printMeasurement(
        `endpoint ${way} requests`,
        of(way, (m) => m.requestsPerSecond),
        'requests/s',
      )
      printMeasurement(
        `endpoint ${way} p99`,
        of(way, (m) => m.p99),
        'ms',
      )
      printMeasurement(
        `endpoint ${way} CPU`,
        of(way, (m) => m.cpuMs),
        'ms/request',
      )
    }
    const ratios = (other: 'query' | 'select' | 'hello') =>
      median(measured.product.map((m, round) => m.requestsPerSecond / (measured[other][round]?.requestsPerSecond ?? 1)))
    printMeasurement('endpoint product/query (target ≥ 0.7)', ratios('query'), 'ratio')
    printMeasurement('endpoint product/select', ratios('select'), 'ratio')
    printMeasurement('endpoint product/hello', ratios('hello'), 'ratio')
  } finally {
    child.kill('SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Measured = { requestsPerSecond: number; p99: number; cpuMs: number }

async function measure(child: ChildProcess, port: number, token: string): Promise<Measured> {
  const url = `http://127.0.0.1:${port}/api/companies`
  const headers = { authorization: `Bearer ${token}`, host: 'localhost' }
  await load(url, { connections: 8, seconds: 0.5, headers })
  const before = await cpu(child)
  const result = await load(url, { connections: 8, seconds: 2, headers })
  const after = await cpu(child)
  if (result.errors > 0) throw new Error(`${result.errors} requests failed`)
  return { ...result, cpuMs: (after - before) / (result.requestsPerSecond * 2) }
}

async function cpu(child: ChildProcess): Promise<number> {
  const answer = message<{ cpuMs: number }>(child)
  child.send('cpu')
  return (await answer).cpuMs
}

const message = <Message>(child: ChildProcess) =>
  new Promise<Message>((resolve, reject) => {
    const onExit = () => reject(new Error('the server of the benchmark ended'))
    child.once('exit', onExit)
    child.once('message', (received) => {
      child.off('exit', onExit)
      resolve(received as Message)
    })
  })
