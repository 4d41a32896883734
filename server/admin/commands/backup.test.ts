import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { briefBodySql } from '../../testing/fixtures/brief-body.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { readBackup, writeBackup } from './backup-file.ts'
import { backup, named, tables } from './backup.ts'
import { withClient } from './operator-database.ts'
import { restore } from './restore.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const folder = mkdtempSync(join(tmpdir(), 'tidings-backup-'))
const file = join(folder, 'whole.backup')
const made: string[] = []

let app: TestApp
let restored: pg.ClientConfig

beforeAll(async () => {
  app = await testApp()
  const ada = await app.signUp('ada@example.com')
  const odd = 'Tab\tnewline\\n \\. \u{1F33F} "quoted" \\N Ünï'
  await ada.send('POST', '/api/companies', { name: odd, website: 'odd.example' })
  await ada.send('POST', '/api/companies', { name: 'Cedar', website: 'cedar.example' })
  await app.database.query(
    `insert into logos (host, state, media_type, bytes, hash, checked_at, next_at)
     values ('picture.example', 'found', 'image/png', '\\x00ff0a5c2e0a', 'h', now(), now())`,
  )
  await app.database.query(
    `insert into briefs (user_id, company_id, status, body, sources, published_at)
     select user_id, id, 'extractive', ${briefBodySql(String.raw`E'A line\n\\.\nanother\r\n'`)}, '[{"n": 0.1000000000000000055, "a": null}]', now() from companies`,
  )
  await app.database.query(
    `insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
     select 'https://a.example/' || n, 'k' || n, 'Title ' || n, repeat('words of an article ', 200), now(), 'second', 'press', '{}', now()
     from generate_series(1, 500) as n`,
  )
  await backup(app.database.owner, file, NOW)
}, 60_000)

afterAll(async () => {
  for (const name of made) await once({ database: 'postgres' }, `drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

function once(connection: pg.ClientConfig, statement: string) {
  const { template: _, ...server } = inject('postgres')
  return withClient({ ...server, ...connection }, (client) => client.query(statement))
}

async function newDatabase(like = ''): Promise<pg.ClientConfig> {
  const { template: _, ...server } = inject('postgres')
  const name = `restored_${randomBytes(6).toString('hex')}`
  await once({ database: 'postgres' }, `create database ${name} ${like}`)
  made.push(name)
  return { ...server, database: name }
}
const emptyDatabase = () => newDatabase()
const bareDatabase = () => newDatabase(`template ${inject('postgres').template}`)

async function contentOf(owner: pg.ClientConfig) {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    const sums: Record<string, string> = {}
    for (const { schema, table } of await tables(client)) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${named(schema, table)} t`,
      )
      sums[`${schema}.${table}`] = rows[0].sum
    }
    const { rows } = await client.query(
      `select schemaname || '.' || sequencename as name, last_value from pg_sequences where schemaname in ('public', 'auth', 'pgboss')`,
    )
    const sequences = Object.fromEntries(rows.map(({ name, last_value }) => [name, last_value]))
    const { rows: indexes } = await client.query(
      `select indexdef from pg_indexes where schemaname in ('public', 'auth') order by 1`,
    )
    return { sums, sequences, indexes }
  } finally {
    await client.end()
  }
}

const restoreInto = (owner: pg.ClientConfig, path = file, logged: string[] = []) =>
  restore(path, { owner, keepIn: folder, now: NOW, log: (line) => void logged.push(line) })

test('restoring a backup on an empty server reproduces every table and sequence', async () => {
  const owner = await emptyDatabase()
  const { at, rows } = await restoreInto(owner)
  restored = owner
  expect(at).toBe(NOW.toISOString())
  expect(rows).toBeGreaterThan(500)
  const content = await contentOf(owner)
  expect(content).toEqual(await contentOf(app.database.owner))
  expect(content.sums['public.articles']).toMatch(/^500 /)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a backup of a restored database is identical', async () => {
  const again = join(folder, 'again.backup')
  await backup(restored, again, NOW)
  expect(gunzipSync(readFileSync(again)).equals(gunzipSync(readFileSync(file)))).toBe(true)
})

test('existing data is replaced and saved to a file', async () => {
  const owner = await bareDatabase()
  await once(owner, `insert into past_trials values ('was here', now())`)
  const before = await contentOf(owner)
  const logged: string[] = []
  await restoreInto(owner, file, logged)
  expect(await contentOf(owner)).toEqual(await contentOf(app.database.owner))
  const kept = /rows\) to (.+)$/.exec(logged[0] ?? '')?.[1] ?? ''
  await restoreInto(owner, kept)
  expect((await contentOf(owner)).sums).toEqual(before.sums)
})

test('a backup under concurrent writes is a snapshot', async () => {
  let writing = true
  const writers = [1, 2].map(async (writer) => {
    for (let n = 0; writing; n += 1)
      // Inserts a pair in one transaction; a backup with only half of it isn't a snapshot.
      await once(
        restored,
        `begin; insert into past_trials values ('a${writer}-${n}', now()); insert into logos (host, state, checked_at, next_at) values ('a${writer}-${n}', 'none', now(), now()); commit`,
      )
  })
  const busy = join(folder, 'busy.backup')
  await backup(restored, busy, NOW)
  writing = false
  await Promise.all(writers)
  const other = await emptyDatabase()
  await restoreInto(other, busy)
  const { rows } = await once(
    other,
    `select count(*)::int as halves from (select email_hash as k from past_trials where email_hash like 'a%') p
     full join (select host as k from logos where host like 'a%') l using (k) where p.* is null or l.* is null`,
  )
  expect(rows).toEqual([{ halves: 0 }])
})

test('a truncated or modified file is rejected before anything changes', async () => {
  const owner = await bareDatabase()
  await once(owner, `insert into past_trials values ('stays', now())`)
  const before = await contentOf(owner)
  const [packed, plain] = [readFileSync(file), gunzipSync(readFileSync(file))]
  const flipped = Buffer.from(packed)
  flipped.writeUInt8(packed.readUInt8(packed.length >> 1) ^ 1, packed.length >> 1)
  const lines = plain.toString('latin1').split('\n')
  const broken = {
    'half of it': packed.subarray(0, packed.length >> 1),
    'without its last byte': packed.subarray(0, -1),
    'one bit': flipped,
    'packed well, but without its end': gzipSync(plain.subarray(0, plain.lastIndexOf('{'))),
    'packed well, but one row short': gzipSync(
      Buffer.from(lines.filter((line) => !line.includes('https://a.example/7\t')).join('\n'), 'latin1'),
    ),
    'packed well, but one letter changed': gzipSync(
      Buffer.from(plain.toString('latin1').replace('Title 9', 'Title 8'), 'latin1'),
    ),
    'something else': Buffer.from('not a backup'),
    nothing: Buffer.alloc(0),
  }
  for (const [what, bytes] of Object.entries(broken)) {
    const path = join(folder, 'broken.backup')
    writeFileSync(path, bytes)
    await expect(restoreInto(owner, path), what).rejects.toThrow('Nothing was changed.')
  }
  expect(await contentOf(owner)).toEqual(before)
})

async function rewritten(migrations: (applied: number[]) => number[], keeps: (table: string) => boolean) {
  const path = join(folder, `${randomBytes(4).toString('hex')}.backup`)
  async function* parts() {
    for await (const part of readBackup(file)) {
      if (part.kind === 'header') {
        const { header } = part
        yield { ...part, header: { ...header, migrations: migrations(header.migrations) } }
      } else if (part.kind === 'table') {
        if (keeps(part.table.table)) yield part
        else for await (const _ of part.rows);
      }
    }
  }
  await writeBackup(path, parts())
  return path
}

test('a backup of a newer version is rejected, one of an older version is migrated', async () => {
  const owner = await emptyDatabase()
  const newer = await rewritten(
    (applied) => [...applied, 9e12],
    () => true,
  )
  await expect(restoreInto(owner, newer)).rejects.toThrow('newer version')
  const older = await rewritten(
    (applied) => applied.slice(0, 1),
    (table) => table === 'past_trials',
  )
  await restoreInto(owner, older)
  const { rows } = await once(owner, `select to_regclass('public.sent_reminders') is not null as newest`)
  expect(rows).toEqual([{ newest: true }])
})

test('deletions are carried over even if the restored database cannot be migrated', async () => {
  const owner = await bareDatabase()
  await once(owner, `insert into erasures values ('somebody', now())`)
  const older = await rewritten(
    (applied) => applied.slice(0, 1),
    (table) => table === 'past_trials',
  )
  const log = (line: string) => {
    if (line.startsWith('applied')) throw new Error('killed')
  }
  await expect(restore(older, { owner, keepIn: folder, now: NOW, log })).rejects.toThrow('killed')
  expect((await once(owner, 'select person_hash from erasures')).rows).toEqual([{ person_hash: 'somebody' }])
})

test('restoring into a database that is in use or has foreign tables is refused', async () => {
  const foreign = await emptyDatabase()
  await once(foreign, 'create table not_ours (id int)')
  await expect(restoreInto(foreign)).rejects.toThrow('contains other tables')
  const used = await emptyDatabase()
  const user = new pg.Client(used)
  await user.connect()
  await expect(restoreInto(used)).rejects.toThrow('Stop every Tidings process first')
  await user.end()
})

test('an owner without superuser rights backs up and restores every row', async () => {
  const name = `owner_${randomBytes(6).toString('hex')}`
  made.push(name)
  await once(
    { database: 'postgres' },
    `create role ${name} login nosuperuser; grant tidings_app, tidings_system to ${name}`,
  )
  await once({ database: 'postgres' }, `create database ${name} owner ${name}`)
  const { template: _, ...server } = inject('postgres')
  const owner = { ...server, user: name, database: name }
  await restoreInto(owner)
  await once({ ...owner, user: server.user }, `insert into erasures values ('somebody', now())`)
  await restoreInto(owner)
  expect((await once({ ...owner, user: server.user }, 'select person_hash from erasures')).rows).toHaveLength(1)
  await once({ ...owner, user: server.user }, 'delete from erasures')
  const path = join(folder, 'owned.backup')
  await backup(owner, path, NOW)
  expect(gunzipSync(readFileSync(path)).equals(gunzipSync(readFileSync(file)))).toBe(true)
})

test('a failed or interrupted backup leaves no unfinished file', async () => {
  async function* interrupted(error: Error) {
    for await (const part of readBackup(file)) {
      if (part.kind === 'sequence') throw error
      yield part
    }
  }
  const partial = join(folder, 'partial.backup')
  await expect(writeBackup(partial, interrupted(new Error('the database is gone')))).rejects.toThrow('database is gone')
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  await expect(writeBackup(partial, interrupted(full))).rejects.toThrow(
    `There is no space left for ${partial}. Nothing was changed.`,
  )
  const nowhere = join(folder, 'no-such-folder', 'x.backup')
  await expect(backup(app.database.owner, nowhere, NOW)).rejects.toThrow()
  expect(readdirSync(folder).filter((name) => /unfinished|partial/.test(name))).toEqual([])
})

test('commands ignore the time limits that a hosted server sets for its databases', async () => {
  const owner = await emptyDatabase()
  await once({ database: 'postgres' }, `alter database ${owner.database} set statement_timeout = '100ms'`)
  await expect(once(owner, 'select pg_sleep(0.3)')).resolves.toMatchObject({ rowCount: 1 })
})
