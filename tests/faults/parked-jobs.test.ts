import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JobOverview } from '#domain/admin/operations.ts'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { composeOn, type Composed } from './composed.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-parked-'))
let database: TestDatabase
let product: Composed
let boss: Awaited<ReturnType<Composed['signUp']>>

beforeAll(async () => {
  database = await testDatabase()
  product = await composeOn(database, { DATA_DIR: dataDir, ADMIN_EMAILS: 'boss@example.com' })
  boss = await product.signUp('boss@example.com')
})
afterAll(async () => {
  await product.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const jobs = async () => JobOverview.parse(await (await boss('GET', '/api/admin/jobs')).json())

async function parked(name: string, output: object): Promise<string> {
  const id = randomUUID()
  await database.query(
    `insert into pgboss.job (id, name, data, state, retry_limit, retry_count, completed_on, output)
     values ($1, $2, '{"userId":"private"}', 'failed', 5, 5, now(), $3)`,
    [id, name, JSON.stringify(output)],
  )
  return id
}

test('"dead letter visible to admin": lists every queue, and given-up jobs with their reasons', async () => {
  await product.enqueue('news.clean-up', {})
  await product.enqueue('news.poll', {})
  const failed = await parked('news.poll', { message: 'It is poison' })
  const query = await parked('news.poll', {
    message: 'Failed query: select private',
    cause: { message: 'relation is missing' },
  })
  const bare = await parked('news.poll', { message: 'Failed query: select private params: secret' })
  const { lines, parked: given } = await jobs()
  expect(lines).toContainEqual(expect.objectContaining({ name: 'news.clean-up', waiting: 1, parked: 0 }))
  expect(lines).toContainEqual(expect.objectContaining({ name: 'news.poll', waiting: 1, parked: 3 }))
  const problems = Object.fromEntries(given.map(({ id, problem, tries }) => [id, [problem, tries]]))
  expect(problems).toEqual({
    [failed]: ['It is poison', 6],
    [query]: ['relation is missing', 6],
    [bare]: ['A database query failed', 6],
  })
  expect(JSON.stringify(given)).not.toMatch(/private|secret/)
})

test('only parked jobs can be retried or discarded, and both are recorded', async () => {
  const [again, gone] = [await parked('news.clean-up', {}), await parked('news.clean-up', {})]
  expect((await boss('POST', `/api/admin/jobs/${again}/retry`)).status).toBe(204)
  expect((await boss('DELETE', `/api/admin/jobs/${gone}`)).status).toBe(204)
  const rows = await database.query(`select id, state::text from pgboss.job where id = any($1)`, [[again, gone]])
  expect(rows).toEqual([{ id: again, state: 'retry' }])
  expect((await boss('POST', `/api/admin/jobs/${again}/retry`)).status).toBe(404)
  expect((await boss('DELETE', `/api/admin/jobs/${again}`)).status).toBe(404)
  for (const id of [randomUUID(), 'x']) expect((await boss('DELETE', `/api/admin/jobs/${id}`)).status).toBe(404)
  expect(await database.query(`select actor, act, details from admin_audit order by id`)).toEqual([
    { actor: 'boss@example.com', act: 'retry-job', details: { job: again } },
    { actor: 'boss@example.com', act: 'discard-job', details: { job: gone } },
  ])
})
