import { testApp, type TestUser } from './test-app.ts'

export const BOSS = 'boss@example.com'

export type AdminScene = Awaited<ReturnType<typeof adminScene>>

/** The product with one administrator, and ways to look at what they left behind. */
export async function adminScene() {
  const app = await testApp({ environment: { ADMIN_EMAILS: `other@example.com, ${BOSS.toUpperCase()}` } })
  const boss = await app.signUp(BOSS)
  return {
    ...app,
    boss,
    /** What the record says, the oldest first; looking somebody up left out unless asked for. */
    acts: async (act = '%') =>
      app.database.query(
        `select actor, act, user_id, details from admin_audit where act like $1 and (act <> 'view-user' or $1 <> '%') order by id`,
        [act],
      ),
    /** Whose trial is over. */
    expired: async (): Promise<TestUser> => {
      const user = await app.signUp()
      await app.database.query(`update users set trial_ends_at = $2 where id = $1`, [user.id, app.time.now])
      return user
    },
    subscribe: (user: TestUser, status: string, days: number) =>
      app.database.query(
        `insert into subscriptions (user_id, customer_id, subscription_id, status, current_period_end, synced_at)
         values ($1, $5, $6, $2, $3, $4)
         on conflict (user_id) do update set status = excluded.status, current_period_end = excluded.current_period_end`,
        [
          user.id,
          status,
          new Date(app.time.now.getTime() + days * 86_400_000),
          app.time.now,
          `cus_${user.id}`,
          `sub_${user.id}`,
        ],
      ),
  }
}

/** An answer without what differs from request to request. */
export const answerOf = async (response: Response) => ({
  status: response.status,
  body: (await response.text()).replace(/"requestId":"[^"]+"/, ''),
  headers: [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
})
