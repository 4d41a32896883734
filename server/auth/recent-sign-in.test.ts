import { describe, expect, test } from 'vitest'
import { liveApp } from '../testing/live-app.ts'

const PASSWORD = 'seven clever herons'

const LASTING_ACCESS = [
  ['/api/integrations/keys', { name: 'Script', scopes: ['news:read'], expiresInDays: null }],
  ['/api/integrations/feeds', { companyId: null, viewId: null }],
  ['/api/integrations/webhooks', { url: 'https://example.com/hook', format: 'standard' }],
  ['/api/shares', { email: 'guest@example.com', companyId: null, viewId: null }],
] as const

let counter = 0

const authServer = await liveApp()
const hosted = await liveApp({ environment: { AUTH_URL: authServer.authUrl, AUTH_ANON_KEY: 'anon' } })

describe.each(['embedded', 'hosted'] as const)('with %s auth, a session older than ten minutes', (kind) => {
  test.each(LASTING_ACCESS)('cannot give lasting access through %s until it confirms', async (path, body) => {
    const product = kind === 'hosted' ? hosted : authServer
    const email = `recent-${(counter += 1)}@example.com`
    const { client, session } = await authServer.signedUp(email, PASSWORD)
    const create = (token: string) =>
      fetch(product.publicUrl + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    for (const each of [authServer, hosted]) each.later(601)
    const stale = await create(session.access_token)
    expect([stale.status, await stale.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'reauthentication-needed' }),
    ])
    const refreshed = (await client.refreshSession()).data.session?.access_token ?? ''
    expect((await create(refreshed)).status).toBe(403)
    expect((await client.updateUser({ current_password: PASSWORD })).error).toBeNull()
    const proven = (await client.refreshSession()).data.session?.access_token ?? ''
    expect((await create(proven)).status).toBe(201)
  })
})
