import { ReceivedUpdate, UpdateSettings } from '#domain/updates/update.ts'
import { z } from 'zod'
import { testApp, type TestApp, type TestUser } from '../test-app.ts'
import { OWNER, resolveTxt } from './build-message.ts'
import { multipart, signedFields } from './delivery.ts'
import { PORTFOLIO } from './drafts.ts'

export const SECRET = 'key-for-signing-deliveries'
export const DOMAIN = 'in.tidings.example'

type Sent = { recipient: string; timestamp?: number; token?: string; signature?: string; asForm?: boolean }

/** The product, with a mail service that delivers to it. */
export async function inboundApp(environment: Record<string, string> = {}) {
  const app = await testApp({
    environment: { INBOUND_DOMAIN: DOMAIN, INBOUND_WEBHOOK_SECRET: SECRET, ...environment },
    resolveTxt,
  })
  return { app, ...mailService(app) }
}

function mailService(app: TestApp) {
  async function deliver(raw: Buffer, { recipient, asForm = false, ...given }: Sent): Promise<Response> {
    const { timestamp = Math.floor(app.time.now.getTime() / 1000), ...chosen } = given
    const fields = { recipient, sender: 'x@y.example', ...signedFields(SECRET, timestamp, chosen.token), ...chosen }
    return app.request('/api/webhooks/inbound-email/mime', {
      method: 'POST',
      ...(asForm ? urlEncoded(fields, raw) : multipart(fields, raw)),
    })
  }

  const list = async (user: TestUser) => z.array(ReceivedUpdate).parse(await (await user.get('/api/updates')).json())

  return {
    deliver,
    list,

    addressOf: async (user: TestUser) =>
      UpdateSettings.parse(await (await user.get('/api/updates/settings')).json()).address ?? '',

    /** Returns the stored update, or null if it wasn't kept. */
    async receive(user: TestUser, address: string, raw: Buffer): Promise<ReceivedUpdate | null> {
      const before = new Set((await list(user)).map(({ id }) => id))
      await deliver(raw, { recipient: address })
      return (await list(user)).find(({ id }) => !before.has(id)) ?? null
    },

    /** The account that the made messages are sent to, with its portfolio. */
    async owner(): Promise<TestUser & { companies: Map<string, number> }> {
      const user = await app.signUp(OWNER)
      const added = await user.send('POST', '/api/companies/bulk', PORTFOLIO)
      const companies = z.array(z.object({ id: z.number(), name: z.string() })).parse(await added.json())
      return { ...user, companies: new Map(companies.map(({ id, name }) => [name, id])) }
    },
  }
}

const urlEncoded = (fields: Record<string, string>, raw: Buffer) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: [...Object.entries(fields), ['body-mime', raw.toString('latin1')]]
    .map(([name = '', value = '']) => `${name}=${escaped(value)}`)
    .join('&'),
})

const escaped = (bytes: string) =>
  bytes.replaceAll(/[^\w.-]/g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)
