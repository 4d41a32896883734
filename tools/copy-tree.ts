import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)

/** Copies the files that git knows or would add to a new temporary folder, with the packages that are installed here. */
export function copyTree(name: string, isWanted = (_file: string) => true): string {
  const copy = mkdtempSync(join(tmpdir(), `tidings-${name}-`))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter((path) => path !== '' && isWanted(path)))
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}
