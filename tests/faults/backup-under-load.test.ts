import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBackup } from '../../server/admin/commands/backup-file.ts'
import { backup } from '../../server/admin/commands/backup.ts'
import { withClient } from '../../server/admin/commands/operator-database.ts'
import { restore } from '../../server/admin/commands/restore.ts'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { repetitions } from '../../server/testing/repetitions.ts'

const BACKUPS = repetitions({ sample: 4, all: 50 })
const FIRST_ROWS = 1000
const ROWS_PER_BACKUP = 40
const RESTORED = [1, BACKUPS / 2, BACKUPS]
const NOW = new Date('2026-03-01T12:00:00.000Z')
const folder = mkdtempSync(join(tmpdir(), 'tidings-under-load-'))

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  // 3 MB in one table, with rows of all sizes, so that the copy can end anywhere in a buffer.
  await addArticles(1, FIRST_ROWS)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Row contents depend only on the row number, so that corruption is detected. */
const addArticles = (first: number, last: number) =>
  database.query(
    `with added as (
       insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
       select 'https://a.example/' || n, 'k' || n, 'Title ' || n, repeat(md5(n::text), 1 + n * 37 % 190),
         '2026-01-01', 'second', 'press', '{}', '2026-01-01'
       from generate_series(${first}, ${last}) n)
     insert into past_trials select 'k' || n, '2026-01-01' from generate_series(${first}, ${last}) n`,
  )

test(`${BACKUPS} backups under concurrent writes are complete snapshots`, { timeout: 300_000 }, async () => {
  const files: string[] = []
  let written = FIRST_ROWS
  let writing = true
  const writer = (async () => {
    while (writing) {
      await sleep(5)
      // Bounded, so that backups don't keep growing on a slow machine.
      if (written >= FIRST_ROWS + (files.length + 1) * ROWS_PER_BACKUP) continue
      await addArticles(written + 1, written + 4)
      written += 4
    }
  })()
  try {
    for (let n = 1; n <= BACKUPS; n += 1) {
      const file = join(folder, `${n}.backup`)
      await unlessItHangs(backup(database.owner, file, NOW), `backup ${n}`)
      files.push(file)
    }
  } finally {
    writing = false
    await writer
  }

  const there = await articlesOf(database.owner)
  const sizes: number[] = []
  for (const file of files) {
    const { articles = [], past_trials: trials = [] } = await linesOf(file)
    sizes.push(articles.length)
    expect(trials.length).toBe(articles.length)
    expect(articles.filter((line, at) => line !== there[at])).toEqual([])
  }
  expect(sizes.every((size) => size >= FIRST_ROWS)).toBe(true)
  expect(new Set(sizes).size).toBeGreaterThan(BACKUPS / 2)

  for (const n of RESTORED) {
    await withNewDatabase(async (owner) => {
      await restore(files[n - 1] ?? '', { owner, keepIn: folder, now: NOW, log: () => {} })
      const restored = await articlesOf(owner)
      expect(restored.length).toBe(sizes[n - 1])
      expect(restored.filter((line, at) => line !== there[at])).toEqual([])
    })
  }
})

/** Rejects instead of waiting forever. The timeout is generous, because the machine may be busy. */
const unlessItHangs = <T>(work: Promise<T>, what: string) =>
  Promise.race([
    work,
    sleep(60_000, undefined, { ref: false }).then(() => {
      throw new Error(`${what} does not end`)
    }),
  ])

const articlesOf = (owner: pg.ClientConfig) =>
  withClient(owner, async (client) => {
    const { rows: columns } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = 'articles' and is_generated = 'NEVER' order by ordinal_position`,
    )
    // The format that COPY uses. A cast to text would spell out booleans.
    const list = columns
      .map(({ name }) => `case when "${name}" is null then '\\N' else format('%s', "${name}") end`)
      .join(', ')
    const { rows } = await client.query<{ line: string }>(
      `select concat_ws(E'\\t', ${list}) as line from articles order by id`,
    )
    return rows.map(({ line }) => line)
  })

async function linesOf(file: string): Promise<Record<string, string[]>> {
  const lines: Record<string, string[]> = {}
  for await (const part of readBackup(file)) {
    if (part.kind !== 'table') continue
    const chunks: Buffer[] = []
    for await (const rows of part.rows) chunks.push(rows)
    const idOf = (line: string) => Number.parseInt(line, 10)
    lines[part.table.table] = Buffer.concat(chunks)
      .toString()
      .split('\n')
      .slice(0, -1)
      .toSorted((one, other) => idOf(one) - idOf(other))
  }
  return lines
}

async function withNewDatabase(work: (owner: pg.ClientConfig) => Promise<void>): Promise<void> {
  const server = database.owner
  const name = `restored_${randomBytes(6).toString('hex')}`
  const inPostgres = (statement: string) =>
    withClient({ ...server, database: 'postgres' }, (client) => client.query(statement))
  await inPostgres(`create database ${name}`)
  try {
    await work({ ...server, database: name })
  } finally {
    await inPostgres(`drop database ${name} with (force)`)
  }
}
