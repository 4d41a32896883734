import {
  lstatSync,
  mkdirSync,
  realpathSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  chmodSync,
  renameSync,
  rmSync,
  statSync,
  chownSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { join, basename } from 'node:path'
import { EmbeddedPostgresError, lastLine } from './errors.ts'
import { lend, runAs, type ServerUser, spawnTied, canEnter } from './processes.ts'
import { tmpdir } from 'node:os'

export function makeHome(dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  const home = join(realpathSync(dataDir), 'postgres')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(home)
  if (!lstatSync(home).isDirectory()) throw new EmbeddedPostgresError(`${home} has to be a directory, not a link.`)
  // Otherwise root would write where another user can plant links.
  if (uid !== process.getuid?.()) {
    throw new EmbeddedPostgresError(
      `${home} belongs to another user (${uid}). Start as that user, or choose another DATA_DIR.`,
    )
  }
  return home
}

const UNFINISHED = 'unfinished-'

export type Place = {
  home: string
  native: string
  version: string
  user: ServerUser
  homeIsReachable: boolean
}

export function clusterPath(home: string) {
  return join(home, 'data')
}

// Paths are checked from the root down, except for the process's own directory: the database may live in a DATA_DIR
// that the server's user cannot reach, such as one below /root.
export function pathForServer(directory: string, { homeIsReachable }: Place) {
  return homeIsReachable ? directory : '/proc/self/cwd'
}

export async function prepareCluster(place: Place, lock: number) {
  const path = clusterPath(place.home)
  removeUnfinished(place.home)
  if (!existsSync(path)) await createCluster(path, place, lock)
  await returnToServer(path, place.user)

  const written = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim()
  const [major] = place.version.split('.')
  if (written === major) return
  throw new EmbeddedPostgresError(
    `${path} was written by PostgreSQL ${written} and cannot be opened by ${major}. Use the release before.`,
  )
}

function removeUnfinished(home: string) {
  for (const name of readdirSync(home)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(home, name), { recursive: true, force: true })
  }
}

async function createCluster(path: string, place: Place, lock: number) {
  const unfinished = mkdtempSync(join(place.home, UNFINISHED))
  lend(unfinished, place.user)
  let said = ''
  const initdb = spawnTied(
    [join(place.native, 'bin/initdb'), '-D', pathForServer(unfinished, place), ...INITDB_OPTIONS],
    { cwd: unfinished, user: place.user, lock },
  )
  initdb.lines.on('line', (line) => (said += `${line}\n`))
  const code = await initdb.ended
  if (code !== 0) {
    await initdb.drained
    rmSync(unfinished, { recursive: true, force: true })
    throw new EmbeddedPostgresError(`The database could not be created in ${place.home}: ${lastLine(said)}`)
  }
  renameSync(unfinished, path)
  syncDirectory(place.home)
}

// The builtin locale sorts by code point, the same on every machine.
const INITDB_OPTIONS = [
  '--username=postgres',
  '--auth-local=trust',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--no-locale',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
]

function syncDirectory(path: string) {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Root may have restored or copied the files without their owner. */
async function returnToServer(path: string, user: ServerUser) {
  if (!user || statSync(path).uid === user.uid) return
  await runAs(null, 'chown', ['-R', `${user.uid}:${user.gid}`, path])
  chmodSync(path, 0o700)
}

export const SOCKET = '.s.PGSQL.5432'
const PREFIX = 'tidings-'
/** The limit for socket addresses: 107 bytes on Linux, 103 on macOS. */
const MAX_SOCKET_PATH = 103

/** Accessible only to this user and the server. `home/socket` is the directory itself or a link to it. */
export async function makeSocketDirectory(home: string, user: ServerUser, homeIsReachable: boolean) {
  const path = join(home, 'socket')
  removeSocketDirectory(home)
  if (homeIsReachable && fits(path)) {
    mkdirSync(path, { mode: 0o700 })
    lend(path, user)
    return path
  }
  const elsewhere = await makeTemporary(user)
  symlinkSync(elsewhere, path)
  return elsewhere
}

export function removeSocketDirectory(home: string) {
  const path = join(home, 'socket')
  const target = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(path)
  if (target && isOurs(target)) rmSync(target, { recursive: true, force: true })
  rmSync(path, { recursive: true, force: true })
}

async function makeTemporary(user: ServerUser) {
  for (const base of [tmpdir(), '/tmp']) {
    if (!fits(join(base, `${PREFIX}XXXXXX`)) || !(await canEnter(base, user))) continue
    const directory = mkdtempSync(join(base, PREFIX))
    if (user) {
      chownSync(directory, 0, user.gid) // only the group: other daemons run as nobody too, but not in this group
      chmodSync(directory, 0o770)
    }
    return directory
  }
  throw new EmbeddedPostgresError(`No temporary directory is short enough for the database's socket: ${tmpdir()}`)
}

function fits(directory: string) {
  return Buffer.byteLength(join(directory, SOCKET)) <= MAX_SOCKET_PATH
}

function isOurs(directory: string) {
  const entry = lstatSync(directory, { throwIfNoEntry: false })
  return entry?.isDirectory() && entry.uid === process.getuid?.() && basename(directory).startsWith(PREFIX)
}
