import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Billing } from '#domain/billing/subscriptions.ts'
import type { Coverage } from '#domain/news/coverage.ts'
import type { CompanyWithNews } from '#domain/news/briefs.ts'
import type { IdentityCard } from '#domain/news/overrides.ts'
import type { Story } from '#domain/news/stories.ts'
import { readBackup } from '../../server/admin/commands/backup-file.ts'
import { copied, bypassRowSecurity } from '../../server/admin/commands/backup.ts'
import { copyIn } from '../../server/admin/commands/copy-rows.ts'
import { ensureRoles, installQueue, migrate } from '../../server/platform/database/migrate.ts'
import { createStoryJoins } from '../../server/news/briefs/join-stored.ts'
import { compose } from '../../server/compose.ts'
import { parseConfig } from '../../server/config/config.ts'
import { connect } from '../../server/platform/database/open.ts'
import { FetchError } from '../../server/platform/fetch/fetch-error.ts'
import { openLog } from '../../server/platform/log.ts'
import '../../server/testing/global-setup.ts'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'

// schema.sql is the schema of the last preview version, and rows.backup is a backup that it wrote. It contains two
// accounts, sample companies, two companies with their own sites, exclusions, an alias, a pasted feed, a paid invoice.
const here = (file: string) => join(import.meta.dirname, file)

const answers = JSON.parse(readFileSync(here('answers.json'), 'utf8'))

type OldBrief = [content: string, sentences: number, modelName: string | null, modelContent: string | null]

const UNTRACKED = 1_000_000
const sentence = (text: string, ...citations: number[]) => ({ text, citations })
const BRIEFS: [OldBrief, expected: object][] = [
  [
    ['**Latest News**\n- Cedar raises [a lot] (The Press) [1]', 0, null, null],
    {
      status: 'headlines',
      body: [{ heading: 'Latest News', sentences: [sentence('Cedar raises [a lot] (The Press)', 1)] }],
      verified: 0,
      model_body: null,
      model_verified: null,
    },
  ],
  [
    [
      '**Business**\n- It grew [1] fast. [2]\n- It moved. [1][12]\n\n**Market Position**\n- It leads.',
      3,
      'some-model',
      null,
    ],
    {
      status: 'extractive',
      body: [
        { heading: 'Business', sentences: [sentence('It grew [1] fast.', 2), sentence('It moved.', 1, 12)] },
        { heading: 'Market Position', sentences: [sentence('It leads.')] },
      ],
      verified: 3,
      model_body: null,
      model_verified: null,
    },
  ],
  [
    ['No heading here [1]\nand a second line', 2, 'some-model', '**Business**\n- Written. [1]'],
    {
      status: 'model',
      body: [{ heading: 'Latest News', sentences: [sentence('No heading here', 1), sentence('and a second line')] }],
      verified: 2,
      model_body: [{ heading: 'Business', sentences: [sentence('Written.', 1)] }],
      model_verified: 1,
    },
  ],
]

let fresh: TestDatabase
let connection: pg.ClientConfig
let client: pg.Client

beforeAll(async () => {
  fresh = await testDatabase()
  const { template: _, ...server } = inject('postgres')
  const name = `preview_${randomBytes(6).toString('hex')}`
  await fresh.query(`create database ${name}`)
  connection = { ...server, database: name }
  client = new pg.Client(connection)
  await client.connect()
  await loadPreview(client)
  for (const [at, [columns]] of BRIEFS.entries())
    await client.query(
      `insert into news (subject_id, content, sentences, verified, model_name, model_content, model_sources, model_verified, published_at)
       values ($1, $2, $3, $3, $4, $5, '[]', 1, now())`,
      [UNTRACKED + at, ...columns],
    )
  await client.query(`select pgboss.create_queue('auth.letter', '{"policy":"standard"}')`)
  await client.query(`insert into pgboss.job (name, data) values ('auth.letter', '{"waits":true}')`)
  await migrate(connection, () => {})
})

afterAll(async () => {
  await client.end()
  await fresh.close()
})

async function loadPreview(database: pg.Client): Promise<void> {
  await ensureRoles(database)
  await database.query(readFileSync(here('schema.sql'), 'utf8'))
  await installQueue(database)
  await bypassRowSecurity(database)
  for await (const part of readBackup(here('rows.backup'))) {
    if (part.kind === 'header')
      await database.query(
        `create schema drizzle;
         create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
         insert into drizzle.__drizzle_migrations (hash, created_at) values ${part.header.migrations.map((at) => `('', ${at})`).join()}`,
      )
    if (part.kind === 'table') await copyIn(database, `copy ${copied(part.table)} from stdin`, part.rows)
    if (part.kind === 'sequence')
      await database.query('select setval($1::regclass, $2::bigint)', [
        `${part.sequence.schema}.${part.sequence.sequence}`,
        part.sequence.value,
      ])
  }
}

const CATALOG = {
  columns: `
    select table_schema, table_name, column_name, data_type, udt_name, is_nullable, column_default, is_identity, is_generated, generation_expression
    from information_schema.columns where table_schema in ('public', 'auth') order by 1, 2, 3`,
  constraints: `
    select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace in ('public'::regnamespace, 'auth'::regnamespace) and contype <> 'n' order by 1, 2`,
  indexes: `select schemaname, indexname, indexdef from pg_indexes where schemaname in ('public', 'auth') order by 1, 2`,
  policies: `select schemaname, tablename, policyname, roles, cmd, qual, with_check from pg_policies order by 1, 2, 3`,
  sequences: `select schemaname, sequencename from pg_sequences where schemaname in ('public', 'auth') order by 1, 2`,
  views: `select schemaname, viewname, definition from pg_views where schemaname in ('public', 'auth') order by 1, 2`,
  security: `select relname, relrowsecurity, relforcerowsecurity from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace) order by 1`,
  grants: `select table_schema, table_name, grantee, privilege_type from information_schema.table_privileges where grantee like 'tidings%' order by 1, 2, 3, 4`,
}

test.each(Object.entries(CATALOG))('an upgraded database has the %s of a fresh one', async (_, statement) => {
  expect((await client.query(statement)).rows).toEqual(await fresh.query(statement))
})

test('briefs are converted to data without loss', async () => {
  const { rows } = await client.query(
    'select status, body, verified, model_body, model_verified from briefs where tracked_company_id >= $1 order by tracked_company_id',
    [UNTRACKED],
  )
  expect(rows).toEqual(BRIEFS.map(([, expected]) => expected))
})

type Get = <Answer>(path: string) => Promise<Answer>

async function openProduct() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-preview-'))
  const database = connect({ poolSize: 4 }, connection, true, () => {})
  await createStoryJoins({ database }).run()
  const product = await compose(parseConfig({ DATA_DIR: dataDir }), {
    clock: () => new Date('2026-11-16T08:00:00Z'),
    database,
    jobs: 'inline',
    curator: 'inline',
    webRoot: null,
    safeFetch: { fetch: () => Promise.reject(new FetchError('dns', { host: 'closed' })), close: async () => {} },
    log: openLog('error'),
  })
  const request = (path: string, init: RequestInit) =>
    product.app.request(`http://localhost:3000${path}`, init, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
  return {
    async signIn(email: string): Promise<Get> {
      const signedIn = await request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'a long fixture passphrase 7' }),
      })
      const { access_token: token } = (await signedIn.json()) as { access_token: string }
      return async (path) => (await request(path, { headers: { authorization: `Bearer ${token}` } })).json()
    },
    async close() {
      await product.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function seenBy(get: Get) {
  const feed = await get<CompanyWithNews[]>('/api/news/feed')
  const companies: object[] = []
  for (const { id, name, website, latestNews } of feed) {
    const identity = await get<IdentityCard>(`/api/companies/${id}/identity`)
    const stories = await get<Story[]>(`/api/companies/${id}/stories`)
    const { entries } = await get<Coverage>(`/api/companies/${id}/coverage`)
    companies.push({
      name,
      website,
      brief: latestNews && { content: latestNews.content, sources: latestNews.sources.map(({ url }) => url) },
      stories: stories.map(({ title, evidence, articles }) => ({
        title,
        evidence,
        articles: articles.map(({ url }) => url),
      })),
      aliases: identity.aliases,
      feeds: identity.feeds.map(({ url }) => url),
      exclusions: identity.notMine.map(({ kind, value }) => ({ kind, value })),
      coverage: entries.map(({ source, address, state }) => ({ source, address, state })),
    })
  }
  const { invoices } = await get<Billing>('/api/billing')
  return {
    companies,
    invoices: (invoices ?? []).map(({ number, amountCents, status }) => ({ number, amountCents, status })),
  }
}

test('both users see the same companies, briefs, stories, exclusions, sources and invoices as before', async () => {
  const product = await openProduct()
  try {
    for (const name of ['ada', 'ben'] as const)
      expect(await seenBy(await product.signIn(`${name}@example.com`))).toEqual(answers[name])
  } finally {
    await product.close()
  }
})

test('sessions survive, and waiting jobs have the new names', async () => {
  const count = async (statement: string) => Number((await client.query(statement)).rows[0].count)
  expect(await count('select count(*) from auth.sessions where created_at < $$2026-11-16T07:30:00Z$$')).toBe(2)
  expect(await count(`select count(*) from pgboss.queue where name ~ '^gather|letter|sweep|pass-time'`)).toBe(0)
  const { rows } = await client.query(`select name, state from pgboss.job where data = '{"waits":true}'`)
  expect(rows).toEqual([{ name: 'auth.email', state: 'created' }])
})

test('a database from an earlier preview is rejected with instructions', async () => {
  await client.query('update drizzle.__drizzle_migrations set created_at = 1')
  await expect(migrate(connection, () => {})).rejects.toThrow(/Start the last preview version on it once/)
})
