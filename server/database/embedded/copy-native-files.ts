import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

const ABANDONED_AFTER_MS = 3_600_000

/** The libraries' other names. npm packages cannot hold links, and the script that makes them may be off. */
export function readLibraryLinks(native: string) {
  const entries = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  return entries.map(({ source, target }) => ({
    library: join(native, relative('native', source)),
    link: join(native, relative('native', target)),
  }))
}

/** Copies whole or not at all; several processes may do so at once. */
export function copyNativeFiles(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  removeAbandoned(to)
  const unfinished = mkdtempSync(`${to}${UNFINISHED}`)
  try {
    cpSync(from, unfinished, { recursive: true, filter: isUsed })
    for (const { library, link } of readLibraryLinks(unfinished)) {
      rmSync(link, { force: true })
      symlinkSync(relative(dirname(link), library), link)
    }
    letEveryoneRead(unfinished)
    renameSync(unfinished, to)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(to)) throw error // otherwise another process was first
  }
}

const UNFINISHED = '.unfinished-'

function isUsed(path: string) {
  return !path.endsWith('.a') && basename(path) !== 'pkgconfig'
}

function letEveryoneRead(directory: string) {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) letEveryoneRead(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

function removeAbandoned(copy: string) {
  for (const name of readdirSync(dirname(copy))) {
    const path = join(dirname(copy), name)
    if (!name.startsWith(`${basename(copy)}${UNFINISHED}`)) continue
    if (Date.now() - statSync(path).mtimeMs > ABANDONED_AFTER_MS)
      rmSync(path, { recursive: true, force: true })
  }
}
