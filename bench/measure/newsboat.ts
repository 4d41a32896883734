import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ReaderCost = { ms: number; cpuMs: number }

const isThere = () => spawnSync('newsboat', ['--version']).status === 0
const install = () => spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'newsboat'])

/** Fetches and stores all feeds for the first time. If newsboat is unavailable, prints why and returns null. */
export function newsboatCold(feeds: string[], atOnce: number): ReaderCost | null {
  if (!isThere() && process.getuid?.() === 0) install()
  if (!isThere()) {
    console.log('newsboat is not installed, so it is not compared (Debian package: newsboat)')
    return null
  }
  const directory = mkdtempSync(join(tmpdir(), 'tidings-newsboat-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  }
  const urls = file('urls', feeds.join('\n'))
  const config = file('config', `reload-threads ${atOnce}\nmax-items 0\n`)
  try {
    const started = performance.now()
    const command = 'newsboat --quiet -u "$1" -C "$2" -c "$3" -x reload; times'
    const { stdout } = spawnSync('bash', ['-c', command, 'bash', urls, config, join(directory, 'cache.db')], {
      encoding: 'utf8',
      env: { ...process.env, HOME: directory },
    })
    return { ms: performance.now() - started, cpuMs: childCpuMs(stdout) }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The last line of `times`: user and system time of the children, as "0m1.234s". */
function childCpuMs(output: string): number {
  const line = output.trim().split('\n').at(-1) ?? ''
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  )
}
