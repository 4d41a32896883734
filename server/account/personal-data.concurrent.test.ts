import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { liveApp } from '../testing/live-app.ts'

const PASSWORD = 'seven clever herons'
const WAITING = sql`select from pg_locks join pg_stat_activity using (pid)
  where not granted and datname = current_database()`

test('an account is deleted while something else writes its rows, and neither fails', async () => {
  const app = await liveApp({ poolSize: 8 })
  const { session, user } = await app.signedUp('busy@example.com', PASSWORD)
  const authorization = `Bearer ${session.access_token}`
  const send = (method: string, path: string, body: object) =>
    fetch(`${app.publicUrl}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await send('POST', '/api/companies', { name: 'Cedar', website: 'https://cedar.example' })
  let deleting: Promise<Response> | undefined
  await app.database.asUser(user.id, async (queries) => {
    await queries.execute(sql`insert into saved_views (user_id, name, query, created_at)
      values (${user.id}, 'Kept', 'q=a', now())`)
    deleting = send('DELETE', '/api/account', { password: PASSWORD })
    await expect.poll(async () => (await app.database.system.execute(WAITING)).rows).toHaveLength(1)
    await queries.execute(sql`update companies set name = 'Cedar Robotics' where user_id = ${user.id}`)
  })
  expect((await deleting)?.status).toBe(204)
})
