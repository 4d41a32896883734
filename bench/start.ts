import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/platform/database/embedded/start.ts'
import { buildIfStale } from '../tools/build.ts'
import { NODE_FLAGS } from '../tools/product.ts'
import { printMeasurement, median } from './measure/measure.ts'

const ROUNDS = 5
const IDLE_MS = 5000

type Started = { readyMs: number; idleMb: number }

export async function run(): Promise<void> {
  await buildIfStale()
  const first: number[] = []
  const again: number[] = []
  const bareFirst: number[] = []
  const bareAgain: number[] = []
  const idle: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'tidings-start-'))
    const bareDir = mkdtempSync(join(tmpdir(), 'tidings-bare-'))
    first.push((await start(dataDir, 0)).readyMs)
    const second = await start(dataDir, round === 0 ? IDLE_MS : 0)
    again.push(second.readyMs)
    if (second.idleMb > 0) idle.push(second.idleMb)
    bareFirst.push(await bareDatabase(bareDir))
    bareAgain.push(await bareDatabase(bareDir))
    for (const dir of [dataDir, bareDir]) rmSync(dir, { recursive: true, force: true })
  }
  printMeasurement('start first (target ≤ 6000)', median(first), 'ms')
  printMeasurement('start first, bare database', median(bareFirst), 'ms')
  printMeasurement('start existing data (target ≤ 1500)', median(again), 'ms')
  printMeasurement('start existing data, bare database', median(bareAgain), 'ms')
  printMeasurement('start existing/bare', median(again) / median(bareAgain), 'ratio')
  printMeasurement('idle memory of our process (target ≤ 120)', median(idle), 'MB')
}

function start(dataDir: string, idleMs: number): Promise<Started> {
  const began = performance.now()
  const child = spawn(process.execPath, [...NODE_FLAGS, join(import.meta.dirname, '..', 'dist', 'server', 'main.js')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let readyMs = 0
    let idleMb = 0
    child.stdout.on('data', (chunk: Buffer) => {
      if (!chunk.includes('ready at')) return
      readyMs = performance.now() - began
      setTimeout(() => {
        if (idleMs > 0) idleMb = residentMb(child.pid ?? 0)
        child.kill('SIGTERM')
      }, idleMs)
    })
    child.once('error', reject)
    child.once('exit', () =>
      readyMs > 0 ? resolve({ readyMs, idleMb }) : reject(new Error('the product did not start')),
    )
  })
}

async function bareDatabase(dataDir: string): Promise<number> {
  const began = performance.now()
  const server = await startEmbeddedPostgres({ dataDir })
  const elapsed = performance.now() - began
  await server.stop()
  return elapsed
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
