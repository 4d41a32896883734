import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  beginOwner,
  clearScene,
  connect,
  countRows,
  makeClone,
  makeDirectory,
} from './embedded-postgres-scene.ts'
import { processesOf, query, removeAtEnd, serverPid, startOwner } from './embedded-postgres-scene.ts'
import { waitUntil, writeUntilBroken } from './embedded-postgres-scene.ts'

const NOBODY = 65_534
const ordinaryUser = process.getuid?.() === 0 ? NOBODY : undefined

afterEach(clearScene, 60_000)

describe('the owner', { timeout: 120_000 }, () => {
  test('of two that start at once exactly one wins, and the other is told who', async () => {
    const dataDir = makeDirectory()
    for (let round = 0; round < 5; round += 1) {
      const both = [beginOwner(dataDir), beginOwner(dataDir)]
      const outcomes = await Promise.all(both.map(({ outcome }) => outcome))
      const winner = outcomes.findIndex(({ socketDir }) => socketDir)
      expect(outcomes.filter(({ socketDir }) => socketDir)).toHaveLength(1)
      expect(outcomes[1 - winner]!.refusal).toBe(
        `${dataDir} is already in use by process ${both[winner]!.child.pid}. Stop it, or start with another DATA_DIR.`,
      )
      expect(await query(outcomes[winner]!.socketDir!, 'select 1 as one')).toEqual([{ one: 1 }])
      both[winner]!.child.kill('SIGTERM')
      await waitUntil('the winner has stopped', () => both[winner]!.child.exitCode !== null)
    }
  })

  test('is not disturbed by a second, and leaves the directory to the next', async () => {
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
  test('of the owner the server goes too, and the next owner has every acknowledged row', async () => {
    const dataDir = makeDirectory()
    for (let round = 0; round < 4; round += 1) {
      const owner = await startOwner(dataDir)
      const writer = await writeUntilBroken(owner.socketDir)
      await owner.kill()
      if (round % 2) await waitUntil('the server is gone', () => processesOf(dataDir).length === 0)
      const next = await startOwner(dataDir)
      await writer.broken
      expect(await countRows(next.socketDir)).toBeGreaterThanOrEqual(writer.acknowledged)
      await next.stop()
    }
  })

  test('of the server the owner brings it back with every acknowledged row', async () => {
    const dataDir = makeDirectory()
    const owner = await startOwner(dataDir)
    for (let round = 0; round < 3; round += 1) {
      const writer = await writeUntilBroken(owner.socketDir)
      process.kill(serverPid(dataDir), 'SIGKILL')
      await writer.broken
      await waitUntil('the server is back', () =>
        query(owner.socketDir, 'select 1').then(Boolean, () => false),
      )
      expect(await countRows(owner.socketDir)).toBeGreaterThanOrEqual(writer.acknowledged)
    }
    expect(owner.log).toContain('PostgreSQL ended unexpectedly (killed by signal 9); starting it again')
  })

  test('of the server a child that is busy with a query does not hinder the new one', async () => {
    const dataDir = makeDirectory()
    const owner = await startOwner(dataDir)
    const client = await connect(owner.socketDir)
    const endless = client.query('select count(*) from generate_series(1, 1e12)').catch(() => 'broken')
    await waitUntil('it is busy', async () => {
      const rows = await query(owner.socketDir, `select from pg_stat_activity where state = 'active'`)
      return rows.length === 2
    })
    process.kill(serverPid(dataDir), 'SIGKILL')
    expect(await endless).toBe('broken')
    await waitUntil('the server is back', () => query(owner.socketDir, 'select 1').then(Boolean, () => false))
  })

  test('of both the next owner has every acknowledged row', async () => {
    const dataDir = makeDirectory()
    for (let round = 0; round < 3; round += 1) {
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
    const dataDir = makeDirectory()
    const owner = await startOwner(dataDir)
    const writer = await writeUntilBroken(owner.socketDir)
    process.kill(owner.pid, 'SIGSTOP')
    for (const { pid, command } of processesOf(dataDir)) {
      if (command.startsWith('/bin/sh')) process.kill(pid, 'SIGKILL')
    }
    await owner.kill()
    expect(processesOf(dataDir)).not.toEqual([])
    const next = await startOwner(dataDir)
    await writer.broken
    expect(await countRows(next.socketDir)).toBeGreaterThanOrEqual(writer.acknowledged)
  })

  test('while the database is created, a half-made one is never used', async () => {
    const dataDir = makeDirectory()
    const home = join(dataDir, 'postgres')
    const isBeingMade = () =>
      existsSync(home) && readdirSync(home).some((name) => name.startsWith('unfinished-'))
    for (let round = 0; round < 3; round += 1) {
      const { child } = beginOwner(dataDir)
      await waitUntil('it is being made', isBeingMade)
      child.kill('SIGKILL')
      expect(existsSync(join(home, 'data'))).toBe(false)
    }
    const owner = await startOwner(dataDir)
    expect(await query(owner.socketDir, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isBeingMade()).toBe(false)
  })
})

test(
  'others stay outside, even those who share the user that root lends the server',
  { timeout: 120_000 },
  async () => {
    for (const dataDir of [makeDirectory(), join(makeDirectory(), 'deep'.repeat(25))]) {
      const { socketDir } = await startOwner(dataDir)
      for (const directory of [socketDir, join(dataDir, 'postgres/data')]) {
        const other = ordinaryUser && { uid: ordinaryUser, gid: ordinaryUser }
        const { status } = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], {
          ...other,
          stdio: 'ignore',
        })
        expect(status === 0).toBe(!other)
        expect(statSync(directory).mode & 0o007).toBe(0)
      }
    }
  },
)

describe('works', { timeout: 120_000 }, () => {
  test('in a path with spaces, commas and quotes', async () => {
    await keepsRows(join(makeDirectory(), `my data, "new" it's`))
  })

  test('in a path that is too long for a socket', async () => {
    await keepsRows(join(makeDirectory(), 'deep'.repeat(15), 'down'.repeat(15)))
  })

  test('as an ordinary user, from a clone whose install scripts did not run', async () => {
    const clone = makeDirectory()
    makeClone(clone)
    const dataDir = join(clone, 'data')
    mkdirSync(dataDir)
    if (ordinaryUser) chownSync(dataDir, ordinaryUser, ordinaryUser)
    await keepsRows(dataDir, { user: ordinaryUser, clone })
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('native-'))).toHaveLength(
      1,
    )
  })

  test('from a clone in a directory that is closed to all others, with a space in its name', async () => {
    const clone = join(makeDirectory(0o700), 'my clone')
    const version = makeClone(clone)
    removeAtEnd(join('/var/lib/tidings', `native-${version}`))
    await keepsRows(join(clone, 'data'), { clone })
    expect(statSync(join(clone, 'data/postgres/data/PG_VERSION')).isFile()).toBe(true)
  })
})

async function keepsRows(dataDir: string, options: { user?: number; clone?: string } = {}) {
  const first = await startOwner(dataDir, options)
  await query(first.socketDir, 'create table kept (id int); insert into kept values (1)')
  await first.stop()
  const second = await startOwner(dataDir, options)
  expect(await query(second.socketDir, 'select id from kept')).toEqual([{ id: 1 }])
  await second.stop()
  expect(existsSync(second.socketDir)).toBe(false)
}
