import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { composeOn, type Composed } from './composed.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-both-'))
let database: TestDatabase
let product: Composed

beforeAll(async () => {
  database = await testDatabase()
  product = await composeOn(database, { DATA_DIR: dataDir })
})
afterAll(async () => {
  await product.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const count = async (what: string) => Number((await database.query(`select count(*)::int as n from ${what}`))[0]?.n)

async function whileClosed<T>(table: string, work: () => Promise<T>): Promise<T> {
  await database.query(`alter table ${table} add constraint closed check (false) not valid`)
  try {
    return await work()
  } finally {
    await database.query(`alter table ${table} drop constraint closed`)
  }
}

async function whileCommitsFail<T>(table: string, work: () => Promise<T>): Promise<T> {
  await database.query(`create function refuse_commit() returns trigger language plpgsql as
    $$ begin raise exception 'refused at commit'; end $$`)
  await database.query(`create constraint trigger refuse_commit after insert or update on ${table}
    deferrable initially deferred for each row execute function refuse_commit()`)
  try {
    return await work()
  } finally {
    await database.query('drop function refuse_commit cascade')
  }
}

const jobs = (name: string) => `pgboss.job where name = '${name}'`

test('"company insert + job in one transaction, rollback": both are stored or neither is', async () => {
  const ada = await product.signUp('both@example.com')
  const company = { name: 'Cedar', website: 'https://cedar-robotics.lab' }
  const add = () => ada('POST', '/api/companies', company)
  const addMany = () => ada('POST', '/api/companies/bulk', [company, { name: 'Birch' }])
  const state = async () => [await count('companies'), await count(jobs('companies.added'))]

  await product.enqueue('companies.added', { userId: crypto.randomUUID(), companyId: 1 })
  expect(await state()).toEqual([0, 1])
  for (const table of ['pgboss.job', 'companies'])
    for (const write of [add, addMany]) {
      const { status } = await whileClosed(table, write)
      expect({ table, status }).toEqual({ table, status: 500 })
      expect(await state()).toEqual([0, 1])
    }
  for (const write of [add, addMany]) {
    expect((await whileCommitsFail('companies', write)).status).toBe(500)
    expect(await state()).toEqual([0, 1])
  }
  expect((await add()).status).toBe(201)
  expect(await state()).toEqual([1, 2])
})
