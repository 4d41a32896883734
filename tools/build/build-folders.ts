import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from '../../server/platform/database/embedded/errors.ts'
import { tryLock } from '../../server/platform/database/embedded/locks.ts'
import { BuildError } from './paths.ts'

/** Processes keep loading files of the build they started from, so earlier ones stay for a while. */
const KEPT_BUILDS = 3
const LOCK_POLL_MS = 200

const STAMP = '.stamp'

type Wanted = { stamp: string; isForced?: boolean }

/** Builds into a folder of its own and then switches to it, so nothing that runs loses a file. */
export async function buildOnce(
  dist: string,
  { stamp, isForced = false }: Wanted,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const isCurrent = () => readStamp(dist) === stamp
  if (!isForced && isCurrent()) return
  mkdirSync(join(dist, 'builds'), { recursive: true })
  const lock = await waitForLock(join(dist, 'build.lock'))
  try {
    // Another process may have built it in the meantime.
    if (!isForced && isCurrent()) return
    const folder = join(dist, 'builds', `${Date.now()}-${process.pid}`)
    try {
      await make(folder)
      writeFileSync(join(folder, STAMP), stamp)
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
    switchTo(dist, basename(folder))
    removeOldBuilds(dist)
  } finally {
    closeSync(lock)
  }
}

function readStamp(dist: string): string | null {
  const file = join(dist, 'current', STAMP)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

async function waitForLock(path: string): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const lock = await tryLock(path).catch((error: unknown) => {
      if (!(error instanceof EmbeddedPostgresError)) throw error
      throw new BuildError(`Cannot lock ${path}. Install flock (package util-linux).`)
    })
    if (lock !== null) return lock
    if (tries === 0) console.log('build  waiting for another build to finish')
    await sleep(LOCK_POLL_MS)
  }
}

/** One link decides, so that the pages and the server are always of the same build. */
function switchTo(dist: string, name: string): void {
  link(dist, 'current', join('builds', name))
  for (const part of ['web', 'server']) link(dist, part, join('current', part))
}

function link(dist: string, name: string, target: string): void {
  const path = join(dist, name)
  // A release before build folders left a folder here.
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true })
  const next = join(dist, `.${name}-${process.pid}`)
  rmSync(next, { force: true })
  symlinkSync(target, next)
  renameSync(next, path)
}

function removeOldBuilds(dist: string): void {
  const builds = join(dist, 'builds')
  const current = basename(realpathSync(join(dist, 'current')))
  const finished = readdirSync(builds)
    .filter((name) => existsSync(join(builds, name, STAMP)))
    .sort()
  const kept = new Set([current, ...finished.slice(-KEPT_BUILDS)])
  for (const name of readdirSync(builds))
    if (!kept.has(name)) rmSync(join(builds, name), { recursive: true, force: true })
}
