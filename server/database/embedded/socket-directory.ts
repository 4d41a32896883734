import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'
import { canEnter, lend, type ServerUser } from './server-user.ts'

export const SOCKET = '.s.PGSQL.5432'
const PREFIX = 'tidings-'
/** What an address holds: 107 bytes on Linux, 103 on macOS. */
const MAX_SOCKET_PATH = 103

/** A directory that only we and the server can enter; `home/socket` is it, or a link to it. */
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
      chownSync(directory, 0, user.gid) // not to the user: others run as nobody too, but in no such group
      chmodSync(directory, 0o770)
    }
    return directory
  }
  throw new EmbeddedPostgresError(
    `No temporary directory is short enough for the database's socket: ${tmpdir()}`,
  )
}

function fits(directory: string) {
  return Buffer.byteLength(join(directory, SOCKET)) <= MAX_SOCKET_PATH
}

function isOurs(directory: string) {
  const entry = lstatSync(directory, { throwIfNoEntry: false })
  return entry?.isDirectory() && entry.uid === process.getuid?.() && basename(directory).startsWith(PREFIX)
}
