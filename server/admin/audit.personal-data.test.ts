import { expect, test } from 'vitest'
import { adminFixture } from '../testing/fixtures/admin-fixture.ts'
import { adminPersonalData } from './audit.ts'

test('"0 rows with the user’s id/e-mail in any table": deleting an administrator anonymizes their audit log', async () => {
  const app = await adminFixture()
  const { database, boss } = app
  const ada = await app.signUp()
  const grant = { userId: ada.id, days: 7, reason: 'A gift' }
  const given = (await (await boss.send('POST', '/api/admin/grants', grant)).json()) as { id: number }
  await boss.send('DELETE', `/api/admin/grants/${given.id}`)
  await boss.send('POST', '/api/admin/codes', { days: 7, reason: 'A fair', redeemWithinDays: 9 })
  const named = async () =>
    (
      await Promise.all(
        ['admin_audit', 'grants', 'grant_codes'].map((table) =>
          database.query(`select 1 from ${table} t where t::text ilike any($1)`, [[`%${boss.email}%`, `%${boss.id}%`]]),
        ),
      )
    ).map(({ length }) => length > 0)
  expect(await named()).toEqual([true, true, true])

  await database.asSystem((queries) => adminPersonalData(database).erase(queries, boss.id))
  expect(await named()).toEqual([false, false, false])
  const actors = await database.query(
    `select actor as who from admin_audit union select granted_by from grants union select created_by from grant_codes`,
  )
  expect(actors).toEqual([{ who: expect.stringMatching(/^former administrator [0-9a-f]{8}$/) }])
})
