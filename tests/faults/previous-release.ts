import { spawnSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const checkout = join(import.meta.dirname, '../..')
const MIGRATIONS = 'server/platform/database/migrations/*.sql'
const PARTS = ['package.json', 'domain', 'server', 'content']

const git = (...command: string[]) => spawnSync('git', command, { cwd: checkout, maxBuffer: 1 << 28 })

/** The code right before the newest migration, with today's packages. Null if git doesn't have that history. */
export function checkOutPrevious(): { home: string; main: string } | null {
  const newest = git('log', '--diff-filter=A', '--format=%H', '-1', '--', MIGRATIONS).stdout?.toString().trim()
  const archive = newest ? git('archive', `${newest}^`, ...PARTS) : null
  if (archive?.status !== 0) return null
  const home = mkdtempSync(join(tmpdir(), 'tidings-previous-'))
  const unpacked = spawnSync('tar', ['-x', '-C', home], { input: archive.stdout })
  if (unpacked.status !== 0) throw new Error(`tar: ${unpacked.stderr.toString()}`)
  symlinkSync(join(checkout, 'node_modules'), join(home, 'node_modules'))
  return { home, main: join(home, 'server/main.ts') }
}
