import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openDatabase } from './open.ts'
import { companies } from './schema/accounts-and-companies.ts'

test('an external database needs no superuser, only an owner that can create roles', async () => {
  const { template: _, ...server } = inject('postgres')
  const name = `owned_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(
    `create role ${name} login createrole nosuperuser; grant tidings_app, tidings_system to ${name} with admin option, set false`,
  )
  await admin.query(`create database ${name} owner ${name}`)

  const url = `postgres://${name}@/${name}?host=${encodeURIComponent(server.host)}`
  const database = await openDatabase({ url, dataDir: '', poolSize: 2 }, () => {})
  const user = '00000000-0000-4000-8000-00000000000a'
  await expect(database.asUser(user, (queries) => queries.select().from(companies))).resolves.toEqual([])
  const [row] = (await database.asUser(user, (queries) => queries.execute('select current_user as role'))).rows
  expect(row).toEqual({ role: 'tidings_app' })
  await database.close()
  await admin.query(`drop database ${name} with (force)`)
  await admin.query(`drop owned by ${name}; drop role ${name}`)
  await admin.end()
})
