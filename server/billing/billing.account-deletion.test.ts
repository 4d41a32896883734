import { beforeAll, expect, test } from 'vitest'
import { liveApp, type LiveApp } from '../testing/live-app.ts'
import { unzip } from '../testing/files/documents.ts'

const PASSWORD = 'seven clever herons'

let app: LiveApp

beforeAll(async () => {
  app = await liveApp({ webhooks: { post: fetch } })
})

async function subscriber(email: string) {
  const { session, user } = await app.signedUp(email, PASSWORD)
  await app.database.query('update users set trial_ends_at = $2 where id = $1', [user.id, app.time.now])
  const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(app.publicUrl + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    await app.settleJobs()
    return response
  }
  const started = (await (await send('POST', '/api/get-or-create-subscription')).json()) as {
    subscriptionId: string
    clientSecret: string
  }
  const intent = started.clientSecret.split('_secret_')[0]
  await fetch(`${app.publicUrl}/test-payments/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: started.clientSecret, payment_method: 'pm_card_visa' }),
  })
  await app.settleJobs()
  return { user, send, ...started }
}

async function tablesNaming(...texts: string[]): Promise<string[]> {
  const tables = await app.database.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'auth', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const found = []
  for (const { name } of tables) {
    const rows = await app.database.query(`select 1 from ${String(name)} t where t::text like any ($1) limit 1`, [
      texts.map((text) => `%${text}%`),
    ])
    if (rows.length > 0) found.push(String(name))
  }
  return found
}

test('deleting an account ends its subscription and removes its personal data at the provider', async () => {
  const { user, send } = await subscriber('payer@example.com')
  await app.runJob('reminders.run', {})
  await send('POST', '/api/test/set-trial-days', { days: 3 })
  expect(await tablesNaming(user.id)).toEqual(
    expect.arrayContaining([
      'public.admin_audit',
      'public.sent_reminders',
      'public.subscriptions',
      'public.test_objects',
    ]),
  )
  const [snapshot] = await app.database.query('select customer_id from subscriptions where user_id = $1', [user.id])
  expect((await send('DELETE', '/api/account', { password: PASSWORD })).status).toBe(204)
  expect((await tablesNaming(user.id, 'payer@example.com')).filter((name) => name !== 'public.outbox')).toEqual([])
  expect(
    await app.database.query('select 1 from test_objects where customer_id = $1', [snapshot?.customer_id]),
  ).toEqual([])
  // Only the provider's customer id is kept, for a month.
  expect(await tablesNaming(String(snapshot?.customer_id))).toEqual(['public.test_outbox', 'public.webhook_events'])
  app.later(31 * 86_400)
  await app.runJob('billing.reconcile', {})
  await app.runJob('payments.advance-time', {})
  expect(await tablesNaming(String(snapshot?.customer_id))).toEqual([])
})

test('deleting an account while the provider is down cleans up there later', async () => {
  const { user, send, subscriptionId } = await subscriber('unlucky@example.com')
  await app.database.query('alter table test_objects rename to test_objects_away')
  await send('DELETE', '/api/account', { password: PASSWORD }).catch(() => {})
  await app.database.query('alter table test_objects_away rename to test_objects')
  expect(await app.database.query('select 1 from users where id = $1', [user.id])).toEqual([])
  const still = () => app.database.query('select 1 from test_objects where id = $1', [subscriptionId])
  expect(await still()).toHaveLength(1)
  app.later(3600)
  await app.runJob('billing.reconcile', {})
  expect(await still()).toEqual([])
})

test('the export contains the subscription', async () => {
  const { send, subscriptionId } = await subscriber('export@example.com')
  const response = await send('GET', '/api/account/export')
  const files = unzip(new Uint8Array(await response.arrayBuffer()))
  expect(JSON.parse(files.get('subscription.json') ?? '[]')).toMatchObject([
    { subscriptionId, status: 'active', card: { last4: '4242' } },
  ])
})
