import { expect, test } from 'vitest'
import { liveApp } from '../../../testing/live-app.ts'
import { mintServiceToken } from '../sessions/session-tokens.ts'

const PASSWORD = 'seven clever herons'
/** The longest header line that common proxies accept. */
const PROXY_HEADER_BYTES = 8192
const TOO_LARGE = 'User metadata must be at most 2048 bytes of JSON'

/** Metadata of the given size as JSON, `{"note":"…"}`; each ü takes two bytes. */
const dataOf = (bytes: number) => ({ note: 'ü'.repeat((bytes - 11) / 2) + 'x'.repeat((bytes - 11) % 2) })

const app = await liveApp({ environment: { AUTH_ANONYMOUS: 'on' } })
const service = await mintServiceToken(app.keys, app.authUrl, app.time.now, 86_400)

test('every route accepts 2048 bytes of metadata and refuses one more', async () => {
  const { session, user } = await app.signedUp('limit@example.com', PASSWORD)
  const ways: [string, string, string | null, (data: object) => object][] = [
    ['POST', '/signup', null, (data) => ({ email: 'a@example.com', password: PASSWORD, data })],
    ['POST', '/signup', null, (data) => ({ data })],
    ['POST', '/otp', null, (data) => ({ email: 'b@example.com', data })],
    ['PUT', '/user', session.access_token, (data) => ({ data })],
    ['POST', '/admin/users', service, (data) => ({ email: 'c@example.com', user_metadata: data })],
    ['POST', '/admin/users', service, (data) => ({ email: 'd@example.com', app_metadata: data })],
    ['PUT', `/admin/users/${user.id}`, service, (data) => ({ user_metadata: data })],
    ['POST', '/invite', service, (data) => ({ email: 'e@example.com', data })],
    [
      'POST',
      '/admin/generate_link',
      service,
      (data) => ({ type: 'signup', email: 'f@example.com', password: PASSWORD, data }),
    ],
  ]
  for (const [method, path, token, body] of ways) {
    const refused = await app.send(method, path, token, body(dataOf(2049)))
    const name = path.startsWith('/admin/users/') ? 'PUT /admin/users/:id' : `${method} ${path}`
    expect([name, refused.status, await refused.json()]).toEqual([
      name,
      400,
      { code: 'validation_failed', message: expect.stringContaining('must be at most 2048 bytes of JSON') },
    ])
    expect([name, (await app.send(method, path, token, body(dataOf(2048)))).status]).toEqual([name, 200])
  }
})

test('metadata nested too deeply to be written again is too large', async () => {
  const data = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  const body = `{"email":"deep@example.com","password":"${PASSWORD}","data":${data}}`
  const refused = await fetch(`${app.authUrl}/signup`, { method: 'POST', body })
  expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ msg: TOO_LARGE })])
})

test('small changes by a user or administrator cannot add up to more than the limit', async () => {
  const { session, user } = await app.signedUp('drops@example.com', PASSWORD)
  const half = (key: string) => ({ [key]: 'x'.repeat(1200) })
  const put = (data: object) => app.send('PUT', '/user', session.access_token, { data })
  expect((await put(half('a'))).status).toBe(200)
  const over = await put(half('b'))
  expect([over.status, await over.json()]).toEqual([400, { code: 'validation_failed', message: TOO_LARGE }])
  const byAdmin = (change: object) => app.send('PUT', `/admin/users/${user.id}`, service, change)
  expect((await byAdmin({ user_metadata: half('b') })).status).toBe(400)
  expect((await byAdmin({ app_metadata: half('a') })).status).toBe(200)
  expect((await byAdmin({ app_metadata: half('b') })).status).toBe(400)
})

test('a token with the maximum metadata fits into a header', async () => {
  const email = `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}example`
  await app.send('POST', '/admin/users', service, {
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: dataOf(2048),
    app_metadata: dataOf(2048),
  })
  const { session } = await app.signedIn(email, PASSWORD)
  expect(session.user.user_metadata).toMatchObject(dataOf(2048))
  expect(`authorization: Bearer ${session.access_token}`.length).toBeLessThan(PROXY_HEADER_BYTES)
  expect((await app.api(session.access_token)).status).toBe(200)
})

test('oversized metadata from before the limit stays out of the token but can be read and reduced', async () => {
  const { user } = await app.signedUp('before@example.com', PASSWORD)
  const old = { a: 'x'.repeat(30_000), b: 'y'.repeat(3000) }
  await app.database.query(
    `update auth.users set raw_user_meta_data = '${JSON.stringify(old)}', raw_app_meta_data = '${JSON.stringify(old)}' where id = '${user.id}'`,
  )
  const { client, session } = await app.signedIn('before@example.com', PASSWORD)
  expect(session.access_token.length).toBeLessThan(2000)
  expect((await app.api(session.access_token)).status).toBe(200)
  expect(session.user.user_metadata).toEqual(old)
  expect((await client.updateUser({ data: { c: 'more' } })).error?.message).toBe(TOO_LARGE)
  expect((await client.updateUser({ data: { a: null } })).error).toBeNull()
  expect((await client.updateUser({ data: { b: null, c: 'little' } })).error).toBeNull()
  const { data } = await client.refreshSession()
  expect(data.session?.user.user_metadata).toMatchObject({ c: 'little' })
  const claims = JSON.parse(atob(data.session!.access_token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
  expect(claims).toMatchObject({ user_metadata: { c: 'little' }, app_metadata: {} })
})
