import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { compose } from '../../compose.ts'
import { parseConfig } from '../../config/config.ts'
import { openLog } from '../../platform/log.ts'
import { databaseSettings } from '../../testing/test-database.ts'
import { runCommandLine, COMMANDS } from './command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'tidings-cli-'))
const made: string[] = []

const environment = await emptyInstallation()

afterAll(async () => {
  for (const name of made) await ask('postgres', `drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

async function ask(database: string, statement: string) {
  const { template: _, ...server } = inject('postgres')
  const client = new pg.Client({ ...server, database })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

async function emptyInstallation(): Promise<Record<string, string>> {
  const name = `cli_${randomBytes(6).toString('hex')}`
  await ask('postgres', `create database ${name}`)
  made.push(name)
  return {
    ...databaseSettings(inject('postgres'), name),
    DATA_DIR: join(folder, name),
    SOURCES: 'company-site',
  }
}

async function cli(words: string[], settings = environment) {
  const printed = { out: '', err: '' }
  const code = await runCommandLine(words, settings, {
    print: (line) => void (printed.out += `${line}\n`),
    printError: (line) => void (printed.err += `${line}\n`),
  })
  return { code, ...printed }
}

const query = async (statement: string, settings = environment) =>
  (await ask(/(cli_\w+)/.exec(settings.DATABASE_URL ?? '')?.[1] ?? '', statement)).rows

test('`migrate|backup FILE|restore FILE|grant EMAIL [--days N]|admin EMAIL|seed`, "documented with `--help`"', async () => {
  const { code, out } = await cli(['--help'])
  expect(code).toBe(0)
  for (const name of ['migrate', 'backup FILE', 'restore FILE', 'grant EMAIL [--days N]', 'admin EMAIL', 'seed'])
    expect(out).toContain(`  ${name}`)
  for (const name of Object.keys(COMMANDS)) {
    const help = await cli([name, '--help'])
    expect([help.code, help.out.startsWith(`usage: npm run cli -- ${name}`), help.err]).toEqual([0, true, ''])
  }
})

test.each([
  [[]],
  [['nonsense']],
  [['backup']],
  [['restore']],
  [['grant']],
  [['admin']],
  [['migrate', 'now']],
  [['grant', 'a@b.example', 'c@d.example']],
  [['grant', 'a@b.example', '--remove']],
  [['backup', 'x', '--days', '3']],
  [['migrate', '--unknown']],
])('%j prints usage on stderr and does nothing', async (words) => {
  const { code, out, err } = await cli(words, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect([code, out, err.startsWith('usage: ')]).toEqual([2, '', true])
})

test('errors in settings or arguments produce a single clear message', async () => {
  expect(await cli(['migrate'], { PORT: 'x' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('PORT: must be'),
  })
  await cli(['migrate'])
  for (const [words, because] of [
    [['grant', 'nobody@example.com'], 'User not found\n'],
    [['admin', 'nobody@example.com'], 'User not found\n'],
    [
      ['grant', 'nobody@example.com', '--days', '0'],
      'Must be a whole number of days from 1 to 3650, or empty for permanent access\n',
    ],
    [['restore', join(folder, 'absent')], `ENOENT: no such file or directory, open '${join(folder, 'absent')}'\n`],
  ] as const)
    expect(await cli([...words])).toEqual({ code: 1, out: '', err: because })
  expect(await cli(['backup', join(folder, 'x.backup')], await emptyInstallation())).toMatchObject({
    code: 1,
    err: 'This database is empty.\n',
  })
})

test('seed, grant, admin, backup and restore work in sequence', async () => {
  const seeded = await cli(['seed', 'ada@example.com'])
  expect(seeded).toMatchObject({ code: 0, err: '' })
  expect(seeded.out).toContain('Added 12 sample companies for ada@example.com.')
  const password = /Password: (\S+)/.exec(seeded.out)?.[1] ?? ''
  expect(await cli(['seed', 'Ada@Example.com'])).toEqual({
    code: 0,
    out: 'Added 0 sample companies for ada@example.com.\n',
    err: '',
  })

  await query(`update users set trial_ends_at = now()`)
  expect((await cli(['grant', 'Ada@example.com', '--days', '30', '--reason', 'A friend'])).out).toMatch(
    /^Ada@example.com has access until \d{4}-/,
  )
  expect((await cli(['grant', 'ada@example.com'])).out).toBe('ada@example.com has access permanently.\n')
  expect(await query(`select name from pgboss.job where name = 'news.resume'`)).toHaveLength(1)
  expect((await cli(['admin', 'ada@example.com'])).out).toBe('ada@example.com is an administrator.\n')
  expect(await query(`select role from users`)).toEqual([{ role: 'admin' }])
  expect((await cli(['admin', 'ada@example.com', '--remove'])).out).toBe(
    'ada@example.com is no longer an administrator.\n',
  )
  expect(await query(`select actor, act from admin_audit order by id`)).toEqual(
    ['grant', 'grant', 'make-administrator', 'remove-administrator'].map((act) => ({
      actor: 'command line',
      act,
    })),
  )
  expect(await query(`select reason, ends_at is null as is_permanent from grants order by id`)).toEqual([
    { reason: 'A friend', is_permanent: false },
    { reason: 'Granted on the command line', is_permanent: true },
  ])

  const file = join(folder, 'whole.backup')
  expect((await cli(['backup', file])).out).toMatch(/^Wrote \d+ rows to /)
  const other = { ...(await emptyInstallation()), DATA_DIR: environment.DATA_DIR ?? '' }
  expect((await cli(['restore', file], other)).out).toMatch(/^Restored \d+ rows from the backup of /m)
  expect(await query('select count(*)::int as n from companies', other)).toEqual([{ n: 12 }])

  const product = await start(other)
  expect((await product.signIn(password)).status).toBe(200)
  await product.close()
})

test('"users deleted after the snapshot are gone again" after a restore, with all they had', async () => {
  const settings = await emptyInstallation()
  const password = /Password: (\S+)/.exec((await cli(['seed', 'ada@example.com'], settings)).out)?.[1]
  await cli(['seed', 'ben@example.com'], settings)
  const file = join(folder, 'before.backup')
  await cli(['backup', file], settings)

  const product = await start(settings)
  const { access_token: token } = (await (await product.signIn(password ?? '')).json()) as {
    access_token: string
  }
  const authorization = `Bearer ${token}`
  expect((await product.send('DELETE', '/api/account', { password }, { authorization })).status).toBe(204)
  await product.close()
  // A pooler's idle connections would count as other connections.
  await query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    settings,
  )

  await cli(['restore', file], settings)
  expect(await query('select count(*)::int as n from users', settings)).toEqual([{ n: 2 }])
  await (await start(settings)).close()
  expect(await query('select email from users', settings)).toEqual([{ email: 'ben@example.com' }])
  expect(await query('select email from auth.users', settings)).toEqual([{ email: 'ben@example.com' }])
  expect(await query('select count(*)::int as n from companies', settings)).toEqual([{ n: 12 }])
})

async function start(settings: Record<string, string>) {
  const { app, close } = await compose(parseConfig(settings), { jobs: 'inline', log: openLog('silent') })
  const send = async (method: string, path: string, body: object, headers = {}) =>
    app.request(
      `http://localhost:3000${path}`,
      { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    )
  const signIn = (password: string) =>
    send('POST', '/auth/v1/token?grant_type=password', { email: 'ada@example.com', password })
  return { send, signIn, close }
}

test('embedded database: every command works while the product runs, except restore, which works once it stops', async () => {
  const settings = { DATA_DIR: join(folder, 'embedded'), SOURCES: 'company-site' }
  const file = join(folder, 'embedded.backup')
  const product = await compose(parseConfig(settings), { jobs: 'inline', log: openLog('silent') })
  try {
    expect((await cli(['seed'], settings)).out).toContain('Added 12 sample companies for demo@tidings.example.')
    expect((await cli(['backup', file], settings)).code).toBe(0)
    const refused = await cli(['restore', file], settings)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Stop every Tidings process first')])
  } finally {
    await product.close()
  }
  const restored = await cli(['restore', file], settings)
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('Saved the previous content')
})
