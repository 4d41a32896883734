import { Agent, request } from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { isWithinLimit } from './limit.ts'

/** Beyond a limit that the name states, the run fails, after all other measurements. */
export function printMeasurement(name: string, value: number, unit: string): void {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
  const isWithin = isWithinLimit(name, value)
  if (!isWithin) process.exitCode = 1
  console.log(`${name}: ${value.toFixed(digits)} ${unit}${isWithin ? '' : '  BEYOND ITS LIMIT'}`)
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export type Percentiles = { p50: number; p95: number; p99: number }

export function percentilesOf(values: number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export type Load = Percentiles & { requestsPerSecond: number; errors: number }

export async function load(
  url: string,
  { connections, seconds, headers = {} }: { connections: number; seconds: number; headers?: Record<string, string> },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let errors = 0
  const end = performance.now() + seconds * 1000
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const sent = performance.now()
        const status = await once(url, agent, headers)
        times.push(performance.now() - sent)
        if (status !== 200) errors += 1
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  agent.destroy()
  return { requestsPerSecond: times.length / elapsed, ...percentilesOf(times), errors }
}

function once(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
}

const TICK_MS = 10

function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

const sum = (fields: string[], from: number, to: number) =>
  fields.slice(from, to).reduce((total, field) => total + Number(field), 0) * TICK_MS

export const cpuMs = (pid: number) => sum(statOf(pid), 11, 13)

export function familyCpuMs(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((fields) => Number(fields[1]) === pid)
  return children.reduce((total, fields) => total + sum(fields, 11, 13), sum(statOf(pid), 11, 15))
}

export function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

export function watchMemory(pid: number): () => number {
  let peak = residentMb(pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid))
  }, 50)
  timer.unref()
  return () => {
    clearInterval(timer)
    return Math.max(peak, residentMb(pid))
  }
}

export async function postmasterOf(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number(statOf(rows[0]?.pid ?? 0)[1])
}
