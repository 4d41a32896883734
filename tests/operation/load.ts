import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const MOST_ROUNDS = 1200

/** Repeats something, whether or not it fails, until the returned function is called; never for long. */
export function keep(everyMs: number, act: () => Promise<unknown>): () => Promise<void> {
  let isOver = false
  const rounds = async () => {
    for (let round = 0; round < MOST_ROUNDS && !isOver; round += 1) {
      await act().catch(() => {})
      await sleep(everyMs)
    }
  }
  const done = rounds()
  return async () => {
    isOver = true
    await done
  }
}

/** A Node flag: at SIGUSR2, the process keeps 1.6 GB. */
const KEEP = `process.on('SIGUSR2',()=>{globalThis.kept=Buffer.alloc(1.6e9,1)})`
export const IN_MEMORY_ON_SIGNAL = `--import=data:text/javascript,${KEEP}`

/** The process runs for a short while in every second. */
export const freezeRepeatedly = (pid: number) =>
  keep(150, async () => {
    process.kill(pid, 'SIGSTOP')
    await sleep(800)
    process.kill(pid, 'SIGCONT')
  })

const MOST_FILES = 250
const SHARE_TAKEN = 0.9

/** Lowers the limit of file descriptors, and takes most of them with connections. Returns a function that undoes it. */
export async function takeFiles(pid: number, url: string) {
  const before = limitFiles(pid, MOST_FILES)
  const sockets: Socket[] = []
  const stop = keep(100, async () => {
    for (let open = countFiles(pid); open < MOST_FILES * SHARE_TAKEN; open += 1) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.on('error', () => {})
      sockets.push(socket)
    }
  })
  return async () => {
    await stop()
    for (const socket of sockets) socket.destroy()
    limitFiles(pid, before)
  }
}

const countFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

/** Returns the limit that it replaces. */
function limitFiles(pid: number, most: number): number {
  const prlimit = (...words: string[]) => spawnSync('prlimit', ['--pid', String(pid), ...words], { encoding: 'utf8' })
  const { stdout } = prlimit('--nofile', '--output=SOFT', '--noheadings', '--raw')
  const { status, stderr } = prlimit(`--nofile=${most}:`)
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}
