import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  beginOwner,
  makeClone,
  makeDirectory,
  removeAtEnd,
  connect,
  countRows,
  isAnswering,
  query,
  writeUntilBroken,
  processesOf,
  serverPid,
  shellsOf,
  waitUntil,
  removeDirectories,
  startOwner,
  stopOwners,
} from './embedded-postgres-fixture.ts'

const NOBODY = 65_534
const ordinaryUser = process.getuid?.() === 0 ? NOBODY : undefined

afterEach(stopOwners, 60_000)
afterAll(removeDirectories)

describe('the owner', { timeout: 120_000 }, () => {
  test('wins alone when two start at once, and the loser is told who won', async () => {
    const dataDir = makeDirectory()
    for (let round = 0; round < 3; round += 1) {
      const both = [beginOwner(dataDir), beginOwner(dataDir)]
      const outcomes = await Promise.all(both.map(({ outcome }) => outcome))
      const winner = outcomes.findIndex(({ socketDir }) => socketDir)
      const { pid } = both[winner]!.child
      expect(outcomes[1 - winner]!.refusal).toContain(`${dataDir} is already in use by process ${pid}.`)
      expect(await query(outcomes[winner]!.socketDir!, 'select 1 as one')).toEqual([{ one: 1 }])
      await stopOwners()
    }
  })

  test('is not disturbed by a second one, and frees the directory for the next', async () => {
    const dataDir = makeDirectory()
    const first = await startOwner(dataDir)
    const client = await connect(first.socketDir)
    await expect(startOwner(dataDir)).rejects.toThrow(`${dataDir} is already in use by process ${first.pid}.`)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
    await first.stop()
    expect(processesOf(dataDir)).toEqual([])
    await startOwner(dataDir)
  })
})

describe('after kill -9', { timeout: 120_000 }, () => {
  let dataDir: string

  beforeAll(() => {
    dataDir = makeDirectory()
  })

  test('of the owner, the server stops too, and the next owner has every acknowledged row', async () => {
    for (const atOnce of [true, false]) {
      const owner = await startOwner(dataDir)
      const writer = await writeUntilBroken(owner.socketDir)
      await owner.kill()
      if (!atOnce) await waitUntil('the server is gone', () => processesOf(dataDir).length === 0)
      const next = await startOwner(dataDir)
      await writer.broken
      expect(await countRows(next.socketDir)).toBeGreaterThanOrEqual(writer.acknowledged)
      await next.stop()
    }
  })

  test('of the server, the owner restarts it with every acknowledged row', async () => {
    const owner = await startOwner(dataDir)
    for (let round = 0; round < 2; round += 1) {
      const writer = await writeUntilBroken(owner.socketDir)
      process.kill(serverPid(dataDir), 'SIGKILL')
      await writer.broken
      await waitUntil('the server is back', () => isAnswering(owner.socketDir))
      expect(await countRows(owner.socketDir)).toBeGreaterThanOrEqual(writer.acknowledged)
    }
    expect(owner.log).toContain('PostgreSQL ended unexpectedly (killed by signal 9); starting it again')
  })

  test('of the server, a child busy with a query does not block the new server', async () => {
    const owner = await startOwner(dataDir)
    const client = await connect(owner.socketDir)
    const endless = client.query('select count(*) from generate_series(1, 1e12)').catch(() => 'broken')
    await waitUntil('it is busy', async () => {
      const others = `select query from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()`
      return (await query(owner.socketDir, others)).some((row) => String(row.query).includes('1e12'))
    })
    process.kill(serverPid(dataDir), 'SIGKILL')
    expect(await endless).toBe('broken')
    await waitUntil('the server is back', () => isAnswering(owner.socketDir))
  })

  test('of the shell that ties the server to its owner, the owner restarts both', async () => {
    const owner = await startOwner(dataDir)
    const before = serverPid(dataDir)
    process.kill(Math.min(...shellsOf(dataDir)), 'SIGKILL')
    await waitUntil('another server answers', async () => {
      return (await isAnswering(owner.socketDir)) && serverPid(dataDir) !== before
    })
    await waitUntil('no other shell is left', () => shellsOf(dataDir).length === 2)
  })

  test('of both owner and server, the next owner has every acknowledged row', async () => {
    for (let round = 0; round < 2; round += 1) {
      const owner = await startOwner(dataDir)
      const writer = await writeUntilBroken(owner.socketDir)
      process.kill(serverPid(dataDir), 'SIGKILL')
      await owner.kill()
      const next = await startOwner(dataDir)
      await writer.broken
      expect(await countRows(next.socketDir)).toBeGreaterThanOrEqual(writer.acknowledged)
      await next.stop()
    }
  })

  test('of the owner and everything that ties the server to it, the next owner takes over', async () => {
    const owner = await startOwner(dataDir)
    const writer = await writeUntilBroken(owner.socketDir)
    process.kill(owner.pid, 'SIGSTOP')
    for (const pid of shellsOf(dataDir)) process.kill(pid, 'SIGKILL')
    await owner.kill()
    expect(processesOf(dataDir)).not.toEqual([])
    const next = await startOwner(dataDir)
    await writer.broken
    expect(await countRows(next.socketDir)).toBeGreaterThanOrEqual(writer.acknowledged)
  })

  test('during database creation, a half-created database is never used', async () => {
    const fresh = makeDirectory()
    const home = join(fresh, 'postgres')
    const names = () => (existsSync(home) ? readdirSync(home) : [])
    const isBeingMade = () => names().some((name) => name.startsWith('unfinished-'))
    for (let round = 0; round < 3; round += 1) {
      const { child } = beginOwner(fresh)
      await waitUntil('it is being made', () => isBeingMade() || names().includes('data'))
      child.kill('SIGKILL')
    }
    const owner = await startOwner(fresh)
    expect(await query(owner.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isBeingMade()).toBe(false)
  })
})

describe('the embedded database works', { timeout: 120_000 }, () => {
  test('in a path with spaces, commas and quotes', async () => {
    await keepsRows(join(makeDirectory(), `my data, "new" it's`))
  })

  test('in a path too long for a socket', async () => {
    await keepsRows(join(makeDirectory(), 'deep'.repeat(15), 'down'.repeat(15)))
  })

  test('for an unprivileged user, from a clone whose install scripts did not run', async () => {
    const clone = makeDirectory()
    makeClone(clone)
    const dataDir = join(clone, 'data')
    mkdirSync(dataDir)
    if (ordinaryUser) chownSync(dataDir, ordinaryUser, ordinaryUser)
    await keepsRows(dataDir, { user: ordinaryUser, clone })
    const copies = readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('native-'))
    expect(copies).toHaveLength(1)
  })

  test('from a clone with a space in its path, in a directory closed to other users', async () => {
    const clone = join(makeDirectory(0o700), 'my clone')
    const version = makeClone(clone)
    removeAtEnd(join('/var/lib/tidings', `native-${version}`))
    await keepsRows(join(clone, 'data'), { clone })
    expect(statSync(join(clone, 'data/postgres/data/PG_VERSION')).isFile()).toBe(true)
  })
})

async function keepsRows(dataDir: string, options: { user?: number; clone?: string } = {}) {
  const first = await startOwner(dataDir, options)
  expectOthersOutside(dataDir, first.socketDir, options.user)
  await query(first.socketDir, 'create table kept (id int); insert into kept values (1)')
  await first.stop()
  const second = await startOwner(dataDir, options)
  expect(await query(second.socketDir, 'select id from kept')).toEqual([{ id: 1 }])
  await second.stop()
  expect(existsSync(second.socketDir)).toBe(false)
}

/** Nobody else may enter, not even other processes of the user that root runs the database as. */
function expectOthersOutside(dataDir: string, socketDir: string, owner: number | undefined) {
  for (const directory of [socketDir, join(dataDir, 'postgres/data')]) {
    expect(statSync(directory).mode & 0o007).toBe(0)
    if (!ordinaryUser) continue
    const other = { uid: owner === NOBODY ? NOBODY - 1 : NOBODY, gid: NOBODY }
    const { status } = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], {
      ...other,
      stdio: 'ignore',
    })
    expect(status).not.toBe(0)
  }
}
