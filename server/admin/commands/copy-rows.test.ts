import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import { copyIn, copyOut } from './copy-rows.ts'
import { withClient } from './operator-database.ts'

const database = await testDatabase()

afterAll(() => database.close())

const connected = <T>(work: (client: pg.Client) => Promise<T>) => withClient(database.owner, work)

/** Rejects instead of waiting forever. The timeout is generous, because the machine may be busy. */
const unlessItHangs = <T>(work: Promise<T>) =>
  Promise.race([
    work,
    sleep(20_000, undefined, { ref: false }).then(() => {
      throw new Error('the connection no longer answers')
    }),
  ])

async function textOf(rows: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of rows) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test.each([
  ['one row that fills the buffer', 1, 100_000],
  ['many rows, several times the buffer', 4000, 100],
  ['no rows', 0, 1],
])('the connection answers queries after a copy with a slow reader: %s', async (_name, count, length) => {
  await connected(async (client) => {
    const rows = copyOut(client, `copy (select repeat('x', ${length}) from generate_series(1, ${count})) to stdout`)
    // By now, everything that fits has arrived, and the socket is paused before the first row is read.
    await sleep(100)
    expect(await unlessItHangs(textOf(rows))).toBe(`${'x'.repeat(length)}\n`.repeat(count))
    const answer = await unlessItHangs(client.query('select 1 as one'))
    expect(answer.rows).toEqual([{ one: 1 }])
  })
})

test('the connection answers queries after an abandoned copy', async () => {
  await connected(async (client) => {
    const rows = copyOut(client, `copy (select repeat('x', 1000) from generate_series(1, 5000)) to stdout`)
    for await (const _ of rows) break
    expect(rows.destroyed).toBe(true)
    expect((await unlessItHangs(client.query('select 1 as one'))).rows).toEqual([{ one: 1 }])
  })
})

test('a copy that fails midway rejects and leaves the connection usable', async () => {
  await connected(async (client) => {
    const rows = copyOut(
      client,
      `copy (select repeat('x', 1000), 1 / (3000 - n) from generate_series(1, 4000) n) to stdout`,
    )
    await sleep(100)
    await expect(unlessItHangs(textOf(rows))).rejects.toThrow('division by zero')
    await expect(finished(rows)).rejects.toThrow('division by zero')
    expect((await unlessItHangs(client.query('select 1 as one'))).rows).toEqual([{ one: 1 }])
  })
})

test('rows are unchanged after copying out and in', async () => {
  await connected(async (client) => {
    await client.query('create table origin (n int primary key, text text)')
    await client.query('create table target (like origin)')
    await client.query(`insert into origin select n, repeat(md5(n::text), 20) from generate_series(1, 5000) n`)
    const text = await textOf(copyOut(client, 'copy origin to stdout'))
    async function* again() {
      for (let at = 0; at < text.length; at += 10_000) yield Buffer.from(text.slice(at, at + 10_000))
    }
    expect(await unlessItHangs(copyIn(client, 'copy target from stdin', again()))).toBe(5000)
    const { rows } = await client.query(
      'select count(*)::int as differing from origin o full join target t using (n) where o.text is distinct from t.text',
    )
    expect(rows).toEqual([{ differing: 0 }])
  })
})
