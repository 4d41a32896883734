import type { Hono } from 'hono'
import { Profile } from '#domain/account.ts'
import { Billing, StartedSubscription, VerifiedPayment } from '#domain/payments.ts'
import type { TestApp, TestUser } from './test-app.ts'

export const VISA = 'pm_card_visa'
export const DAY_MS = 86_400_000

export type BillingScene = ReturnType<typeof billingScene>

/** What a browser does at a provider that is not the app's own test mode. */
export const confirmAt = (provider: Hono, secret: string | null, card: string) =>
  provider.request(`/v1/${intentPath(secret ?? '')}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: secret ?? '', payment_method: card }).toString(),
  })

const intentPath = (secret: string) =>
  `${secret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${secret.split('_secret_')[0]}`

/** What a browser and the passing of time do in the payments' test mode. */
export function billingScene(app: TestApp) {
  const form = (path: string, fields: Record<string, string>) =>
    app.request(`/test-payments/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })

  const scene = {
    form,
    /** Whose trial is over: a card pays at once. */
    signUpExpired: async (): Promise<TestUser> => {
      const user = await app.signUp()
      await scene.endTrial(user)
      return user
    },
    endTrial: (user: TestUser) =>
      app.database.query('update users set trial_ends_at = least(trial_ends_at, $2) where id = $1', [
        user.id,
        app.time.now,
      ]),
    start: async (user: TestUser) => {
      const response = await user.send('POST', '/api/get-or-create-subscription')
      if (response.status !== 200) throw new Error(`not begun: ${await response.text()}`)
      return StartedSubscription.parse(await response.json())
    },
    confirm: (secret: string | null, card: string) =>
      form(`${intentPath(secret ?? '')}/confirm`, { client_secret: secret ?? '', payment_method: card }),
    authenticate: (secret: string | null, outcome: 'succeed' | 'fail') =>
      form(`${intentPath(secret ?? '')}/_authenticate`, { client_secret: secret ?? '', outcome }),
    verify: async (user: TestUser, subscriptionId: string) =>
      VerifiedPayment.parse(
        await (await user.send('POST', '/api/verify-payment-success', { subscriptionId })).json(),
      ).success,
    /** After the trial, and so charged at once. */
    async subscribe(user: TestUser, card = VISA): Promise<string> {
      await scene.endTrial(user)
      return scene.addCard(user, card)
    },
    /** Begins, confirms and verifies, as the card form does: in the trial the first charge is at its end. */
    async addCard(user: TestUser, card = VISA): Promise<string> {
      const { subscriptionId, clientSecret } = await scene.start(user)
      await scene.confirm(clientSecret, card)
      await scene.verify(user, subscriptionId)
      return subscriptionId
    },
    profile: async (user: TestUser) => Profile.parse(await (await user.get('/api/auth/user')).json()),
    reason: async (user: TestUser) => (await scene.profile(user)).entitlement.reason,
    billing: async (user: TestUser) => Billing.parse(await (await user.get('/api/billing')).json()),
    mirror: async (user: TestUser) =>
      (await app.database.query('select * from subscriptions where user_id = $1', [user.id]))[0],
    /** Time passes, and what was due meanwhile happens. The token is renewed with it. */
    async pass(user: TestUser, ms: number): Promise<TestUser> {
      app.time.now = new Date(app.time.now.getTime() + ms)
      await app.runJob('payments.pass-time', {})
      return scene.renewed(user)
    },
    async renewed(user: TestUser): Promise<TestUser> {
      const token = await user.tokenAt(app.time.now)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return {
        ...user,
        token,
        get: (path) => app.request(path, { headers }),
        send: (method, path, body) =>
          app.request(path, {
            method,
            headers,
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          }),
      }
    },
    objects: (type: string) =>
      app.database.query('select id, doc from test_objects where type = $1 order by created_at', [type]),
  }
  return scene
}
