import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const TICK_MS = 10

/** The fields of /proc/<pid>/stat after the name, which may hold spaces itself. */
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

/** CPU time of one process, in milliseconds. */
export const cpuMs = (pid: number) => sum(statOf(pid), 11, 13)

/** CPU time of a process, of its children, and of those that have ended. */
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

/** Watches how much memory a process has, until called: the most it had. */
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

/** The server process of a database, whose children do its work. */
export async function postmasterOf(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number(statOf(rows[0]?.pid ?? 0)[1])
}
