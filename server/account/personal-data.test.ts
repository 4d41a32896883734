import { expect, test } from 'vitest'
import { briefBody, briefBodySql, briefContent } from '../testing/fixtures/brief-body.ts'
import { Profile } from '#domain/account/profile.ts'
import { compose } from '../compose.ts'
import { liveApp } from '../testing/live-app.ts'
import { unzip } from '../testing/files/documents.ts'
import { fileNameOf, labelOf } from './export-files.ts'
import { DAY_MS } from '#domain/time.ts'

const PASSWORD = 'seven clever herons'

/** Tables that hold only hashed secrets or nothing that identifies a person, each with the reason. */
const NOT_EXPORTED: Record<string, string> = {
  'auth.refresh_tokens': 'hashes of secrets',
  'auth.one_time_tokens': 'hashes of secrets',
  'auth.pending_sign_ups': 'half of a sign-up under way',
  'auth.flow_state': 'half of a sign-in under way',
  'auth.webauthn_challenges': 'half of a sign-in under way',
}

const app = await liveApp()

/** An account with rows in as many tables as possible. */
async function busyAccount(email: string) {
  const { client, session, user } = await app.signedUp(email, PASSWORD)
  const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
  const company = { name: `Company of ${email}`, website: 'cedar.example' }
  await fetch(`${app.publicUrl}/api/companies`, { method: 'POST', headers, body: JSON.stringify(company) })
  await app.database.query(
    `insert into briefs (user_id, company_id, status, body, published_at) select user_id, id, 'extractive', ${briefBodySql(`'News'`)}, now() from companies where user_id = $1`,
    [user.id],
  )
  for (const [table, columns, values] of [
    ['company_aliases', 'alias, key', `'Cedar', 'Cedar'`],
    ['company_rejections', 'kind, value', `'name', 'Cedar'`],
    ['company_feeds', 'url', `'https://alerts.example/1'`],
  ])
    await app.database.query(
      `insert into ${table} (user_id, company_id, created_at, ${columns}) select user_id, id, now(), ${values} from companies where user_id = $1`,
      [user.id],
    )
  for (const statement of [
    `insert into hidden_suggestions (user_id, key, name, created_at) values ($1, 'alder', 'Alder', now())`,
    `insert into saved_views (user_id, name, query, created_at) values ($1, 'Kept', 'q=a', now())`,
    `insert into mailing_preferences (user_id, updated_at) values ($1, now())`,
    `insert into alert_rules (user_id, events, delivery, created_at) values ($1, '{raise}', 'digest', now())`,
    `insert into mailings (user_id, kind, local_day, content, created_at) values ($1, 'alert', now(), '{"kind":"alert","stories":[]}', now())`,
    `insert into story_deliveries (user_id, company_id, article_id, about, way, delivered_at) select user_id, id, 1, 'story', 'digest', now() from companies where user_id = $1`,
    `insert into push_devices (user_id, session_id, endpoint, endpoint_hash, p256dh, auth, server_key, user_agent, created_at) select user_id, id, 'https://push.example/capability', 'x', 'its-key', 'its-secret', 'x', 'x', now() from auth.sessions where user_id = $1`,
    `insert into push_deliveries (user_id, device_id, mailing_id, created_at) select $1, push_devices.id, mailings.id, now() from push_devices, mailings where push_devices.user_id = $1 and mailings.user_id = $1`,
    `insert into update_addresses (user_id, local_part, created_at) values ($1, 'ada-' || gen_random_uuid(), now())`,
    `insert into update_messages (user_id, hash, state, received_at, text) values ($1, 'x', 'waiting', now(), 'Private')`,
    `insert into grants (user_id, reason, granted_by, created_at, ends_at) values ($1, 'A gift', 'boss', '2020-01-01', '2020-01-02')`,
    `insert into subscriptions (user_id, customer_id, synced_at, invoices_synced_at) values ($1, 'cus_' || gen_random_uuid(), now(), now())`,
    `insert into invoices (user_id, id, issued_at, amount_cents, currency, status) values ($1, 'in_1', now(), 499, 'usd', 'paid')`,
    `insert into admin_audit (at, actor, act, user_id, details) values (now(), 'boss', 'grant', $1, '{}')`,
    `insert into auth.pending_sign_ups (id, user_id, token_hash, metadata) values (gen_random_uuid(), $1, 'token of ' || gen_random_uuid(), '{}')`,
  ])
    await app.database.query(statement, [user.id])
  await client.mfa.enroll({ factorType: 'totp' })
  await client.passkey.startRegistration()
  await app.database.query(
    `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key) values (gen_random_uuid(), $1, $2, 'x')`,
    [user.id, `credential of ${email}`],
  )
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }
  await app.post('/recover', { email, ...challenge })
  await client.updateUser({ email: `new-${email}` })
  await app.settleJobs()
  const remove = (password: string) =>
    fetch(`${app.publicUrl}/api/account`, { method: 'DELETE', headers, body: JSON.stringify({ password }) })
  return { client, session, user, headers, remove }
}

/** All tables of the product with their columns. */
async function tables() {
  return app.database.query(`
    select table_schema as schema, table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema in ('public', 'auth', 'pgboss') and table_name not like 'job_%'
    group by 1, 2 order by 1, 2`)
}

const nameOf = (table: Record<string, unknown>) =>
  table.schema === 'public' ? `${table.name}` : `${table.schema}.${table.name}`

async function tablesNaming(...needles: string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of await tables()) {
    const rows = await app.database.query(`select 1 from ${table.schema}.${table.name} t where t::text ilike any($1)`, [
      needles.map((needle) => `%${needle}%`),
    ])
    if (rows.length > 0) found.push(nameOf(table))
  }
  return found
}

test('the export covers every table that names the person, as JSON and CSV', async () => {
  const { session, user } = await busyAccount('export@example.com')
  const response = await app.api(session.access_token, '/api/account/export')
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="tidings-data.zip"')
  const files = unzip(new Uint8Array(await response.arrayBuffer()))
  const naming = await tablesNaming(user.id, 'export@example.com')
  expect(naming).toEqual(
    expect.arrayContaining([
      'companies',
      'briefs',
      'users',
      'auth.users',
      'auth.sessions',
      ...Object.keys(NOT_EXPORTED),
    ]),
  )
  for (const table of naming.filter((name) => !(name in NOT_EXPORTED))) {
    const rows = JSON.parse(files.get(`${fileNameOf(table)}.json`) ?? 'null') as object[] | null
    expect([table, rows?.length ?? 0]).toEqual([table, expect.any(Number)])
    expect([table, (rows ?? []).length > 0]).toEqual([table, true])
    expect(files.get(`${fileNameOf(table)}.csv`)?.split('\r\n').length).toBeGreaterThan(1)
  }
  const all = [...files.values()].join('\n')
  expect(all).toContain('Company of export@example.com')
  expect(JSON.parse(files.get('briefs.json') ?? '')).toMatchObject([
    { content: briefContent('News'), body: briefBody('News') },
  ])
  expect(all).not.toMatch(
    /argon2|capability|its-key|its-secret|encrypted_password|encryptedPassword|token_hash|"secret"/,
  )
})

test('every table with a user column is either exported or on the list of exceptions', async () => {
  const { session } = await busyAccount('schema@example.com')
  const response = await app.api(session.access_token, '/api/account/export')
  const files = unzip(new Uint8Array(await response.arrayBuffer()))
  const referring = (await tables())
    .filter((table) => (table.columns as string[]).some((column) => /^user_id$|^recipient$/.test(column)))
    .map(nameOf)
  expect(referring.length).toBeGreaterThan(8)
  const readme = files.get('README.txt') ?? ''
  for (const table of referring)
    expect([table, readme.includes(`  ${labelOf(table)}`) || table in NOT_EXPORTED]).toEqual([table, true])
})

test('a README says when the export was made and what each file contains; empty files are left out', async () => {
  const { session } = await app.signedUp('reader@example.com', PASSWORD)
  const response = await app.api(session.access_token, '/api/account/export')
  const files = unzip(new Uint8Array(await response.arrayBuffer()))
  const readme = files.get('README.txt') ?? ''
  expect([...files.keys()][0]).toBe('README.txt')
  expect(readme).toMatch(/^Exported on [A-Z][a-z]+ \d{1,2}, 20\d\d at \d{1,2}:\d\d [AP]M UTC\r$/m)
  expect(readme).toMatch(/^ {2}profile +Your name, email, trial and settings \(1 entry\)\r$/m)
  expect(readme).toContain('No data in:')
  for (const line of readme.split('\r\n').filter((text) => text.startsWith('  ')))
    expect(line).toMatch(/^ {2}(?:[a-z-]+ +)?[A-Z]/)
  for (const name of files.keys()) expect(name).toMatch(/^(?:README\.txt|[a-z]+(?:-[a-z]+)*\.(?:csv|json))$/)
  expect([files.has('profile.csv'), files.has('companies.csv')]).toEqual([true, false])
})

test('the export is available after the trial', async () => {
  const { session } = await busyAccount('expired@example.com')
  await app.database.query(`update users set trial_ends_at = $1 where email = 'expired@example.com'`, [app.time.now])
  expect((await app.api(session.access_token, '/api/companies')).status).toBe(402)
  expect((await app.api(session.access_token, '/api/account/export')).status).toBe(200)
})

test('deleting an account needs the password, leaves no row that names the person, and sends an email', async () => {
  const { session, user, remove } = await busyAccount('leaving@example.com')
  const other = await busyAccount('staying@example.com')
  const refused = await remove('wrong password')
  expect(await refused.json()).toMatchObject({
    status: 422,
    code: 'invalid-input',
    message: 'The password is incorrect.',
  })
  expect(await tablesNaming(user.id)).not.toEqual([])

  expect((await remove(PASSWORD)).status).toBe(204)
  expect((await app.api(session.access_token)).status).toBe(401)
  expect(await tablesNaming(user.id, 'leaving@example.com')).toEqual([])
  expect(await app.emails('leaving@example.com')).toMatchObject([{ kind: 'account-deleted' }])
  expect((await app.api(other.session.access_token)).status).toBe(200)
  expect(app.logged.findLast((line) => line.includes('"event":"account.deleted"'))).toContain(user.id)
})

test('signing up again after deletion starts no new trial, however the address is spelled', async () => {
  const { remove, session } = await busyAccount('again@example.com')
  const before = Profile.parse(await (await app.api(session.access_token)).json())
  expect((await remove(PASSWORD)).status).toBe(204)
  app.later(20 * 86_400)
  const again = await app.signedUp('Again+second@example.com', PASSWORD)
  const profile = Profile.parse(await (await app.api(again.session.access_token)).json())
  expect(profile.trialEndsAt).toBe(before.trialEndsAt)
  expect(profile.entitlement.hasAccess).toBe(false)
  const kept = JSON.stringify(await app.database.query('select * from past_trials'))
  expect(kept).not.toContain('again')
})

const profileOf = async (session: { access_token: string }) =>
  Profile.parse(await (await app.api(session.access_token)).json())

test("signing up with a variant of an existing account's address continues its trial", async () => {
  const first = await profileOf((await app.signedUp('grace.h@gmail.com', PASSWORD)).session)
  app.later(5 * 86_400)
  const second = await profileOf((await app.signedUp('graceh+2@gmail.com', PASSWORD)).session)
  expect(second.trialEndsAt).toBe(first.trialEndsAt)
  expect(second.entitlement).toMatchObject({ reason: 'trial', endsAt: first.trialEndsAt })
})

test('after an email change, the new address cannot start another trial', async () => {
  const { client, session } = await app.signedUp('before@example.com', PASSWORD)
  const { trialEndsAt } = await profileOf(session)
  await client.updateUser({ email: 'after@example.com' })
  await app.open(await app.linkFor('after@example.com', 'email-change-new'))
  app.later(3 * 86_400)
  const other = await profileOf((await app.signedUp('after+1@example.com', PASSWORD)).session)
  expect(other.trialEndsAt).toBe(trialEndsAt)
})

test('trials of older accounts are recorded at the next start, without shortening any', async () => {
  const first = await app.signedUp('older@example.com', PASSWORD)
  const { trialEndsAt } = await profileOf(first.session)
  await app.database.query('delete from past_trials')
  await app.database.query('update users set is_trial_remembered = false')
  app.later(86_400)
  const { id } = await app.signUp('older+2@example.com')
  await app.database.query('delete from past_trials')
  await app.database.query('update users set is_trial_remembered = false where id = $1', [id])
  await compose(app.config, { clock: () => app.time.now, database: app.database, jobs: 'inline' })
  const [second] = await app.database.query('select trial_ends_at from users where id = $1', [id])
  expect(second?.trial_ends_at).toEqual(new Date(Date.parse(trialEndsAt ?? '') + DAY_MS))
  const third = await profileOf((await app.signedUp('older+3@example.com', PASSWORD)).session)
  expect(third.trialEndsAt).toBe(trialEndsAt)
})

test('signing up with an address that was given up in an email change starts no new trial', async () => {
  const { client } = await app.signedUp('first@example.com', PASSWORD)
  await client.updateUser({ email: 'second@example.com' })
  await app.open(await app.linkFor('second@example.com', 'email-change-new'))
  app.later(20 * 86_400)
  const again = await app.signedUp('first@example.com', PASSWORD)
  const profile = Profile.parse(await (await app.api(again.session.access_token)).json())
  expect(profile.entitlement).toMatchObject({ hasAccess: false, reason: 'expired' })
})

test('a profile update cannot change the email, role, subscription or trial', async () => {
  const { headers, session } = await busyAccount('rights@example.com')
  const before = Profile.parse(await (await app.api(session.access_token)).json())
  const body = JSON.stringify({
    firstName: 'Ada',
    email: 'x@example.com',
    role: 'admin',
    subscriptionStatus: 'active',
    subscription_status: 'active',
    trialEndsAt: '2099-01-01',
    trial_ends_at: '2099-01-01',
    stripeCustomerId: 'cus_1',
  })
  const changed = await fetch(`${app.publicUrl}/api/profile`, { method: 'PATCH', headers, body })
  expect(await changed.json()).toEqual({ ...before, firstName: 'Ada', updatedAt: app.time.now.toISOString() })
})
