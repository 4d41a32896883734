import { closeSync } from 'node:fs'
import { type Place, prepareCluster, makeHome, makeSocketDirectory, removeSocketDirectory } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { launchServer, superviseServer } from './server.ts'
import { findNativePackage, placeNativeFiles } from './native-files.ts'
import { claimOwnership, claimServerLock } from './locks.ts'
import { canEnter, chooseServerUser, type ServerUser } from './processes.ts'

export type EmbeddedPostgres = { socketDir: string; user: string; stop: () => Promise<void> }

type Options = {
  dataDir: string
  log?: (line: string) => void
  /** Skips fsync, because the data doesn't have to survive a power failure. */
  isDisposable?: boolean
}

/** The server ends when this process does, however it exits. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    const { message } = error as Error
    throw new EmbeddedPostgresError(`The database in ${options.dataDir} cannot be started: ${message}`, {
      cause: error,
    })
  }
}

async function start({ dataDir, log = () => {}, isDisposable = false }: Options): Promise<EmbeddedPostgres> {
  const nativePackage = findNativePackage()
  const home = makeHome(dataDir)
  const user = chooseServerUser(home)
  const release = await claimOwnership(home, dataDir)
  const leave = () => {
    removeSocketDirectory(home)
    release()
  }
  try {
    const homeIsReachable = await isReachable(home, user)
    const copies = homeIsReachable ? home : COPIES_OUTSIDE
    const native = await placeNativeFiles(nativePackage, copies, user)
    const place = { home, native, version: nativePackage.version, user, homeIsReachable }
    await prepare(place)
    const socketDir = await makeSocketDirectory(home, user, homeIsReachable)
    const server = await superviseServer(() => launchServer({ ...place, socketDir, isDisposable }, log), log)
    let stopped: Promise<void> | undefined
    return { socketDir, user: 'postgres', stop: () => (stopped ??= server.stop().finally(leave)) }
  } catch (error) {
    leave()
    throw error
  }
}

/** Only for program files, which can be copied again; the database stays in DATA_DIR. */
const COPIES_OUTSIDE = '/var/lib/tidings'

async function isReachable(home: string, user: ServerUser) {
  if (user === null || (await canEnter(home, user))) return true
  if (process.platform === 'linux') return false
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and other users cannot enter ${home}. Start as an ordinary user.`,
  )
}

async function prepare(place: Place) {
  const lock = await claimServerLock(place.home)
  try {
    await prepareCluster(place, lock)
  } finally {
    closeSync(lock)
  }
}
