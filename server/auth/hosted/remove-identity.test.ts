import { expect, test } from 'vitest'
import { liveApp } from '../../testing/live-app.ts'
import { mintServiceToken } from '../embedded/sessions/session-tokens.ts'

const PASSWORD = 'seven clever herons'

test.each([true, false])(
  'deleting an account deletes its user at the hosted service if there is a key: %s',
  async (isSet) => {
    const service = await liveApp()
    const key = await mintServiceToken(service.keys, service.authUrl, service.time.now, 3600)
    const app = await liveApp({
      environment: { AUTH_URL: service.authUrl, AUTH_ANON_KEY: 'anon', ...(isSet && { AUTH_SERVICE_KEY: key }) },
    })
    const config = await fetch(`${app.publicUrl}/api/config`)
    expect(await config.json()).toMatchObject({ auth: { keepsIdentity: !isSet } })
    const { session, user } = await service.signedUp('gone@example.com', PASSWORD)
    const response = await fetch(`${app.publicUrl}/api/account`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    })
    expect(response.status).toBe(204)
    await app.settleJobs()
    const left = await service.database.query('select id from auth.users where id = $1', [user.id])
    expect(left).toHaveLength(isSet ? 0 : 1)
    await app.runJob('auth.remove-identity', { userId: user.id })
  },
)
