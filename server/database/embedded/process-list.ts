import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Every running process that we may see, with its arguments separated and followed by a space. */
export function listProcesses(): { pid: number; command: string }[] {
  return process.platform === 'linux' ? readProcesses() : askPs()
}

export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // it has just ended by itself
  }
}

function readProcesses() {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ pid: Number(entry), command: readCommand(entry) }))
}

function readCommand(pid: string) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function askPs() {
  const { stdout } = spawnSync('/bin/ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
  return stdout.split('\n').map((line) => ({
    pid: Number.parseInt(line, 10),
    command: `${line.trimStart().replace(/^\d+\s+/, '')} `,
  }))
}
