import type { TestApp, TestUser } from '../../server/testing/test-app.ts'

const DAY_MS = 86_400_000

type Outcome = 'answered' | 'signed out' | 'no access' | 'absent' | 'failed'

const ROLE_STATE = {
  trial: [false, false, false, 'user', false],
  expired: [true, false, false, 'user', false],
  paid: [true, true, false, 'user', false],
  granted: [true, false, true, 'user', false],
  administrator: [false, false, false, 'admin', false],
  'expired administrator': [true, false, false, 'admin', false],
  'closed administrator who pays': [false, true, false, 'admin', true],
} as const

export type Role = keyof typeof ROLE_STATE
export const ROLES = Object.keys(ROLE_STATE) as Role[]

type Cells = Record<Role | 'nobody', Outcome>

const everybody = (outcome: Outcome) => Object.fromEntries(['nobody', ...ROLES].map((role) => [role, outcome])) as Cells

/** An access level that is missing here fails the test. */
export const MATRIX: Record<string, Cells> = {
  public: everybody('answered'),
  user: { ...everybody('answered'), nobody: 'signed out' },
  entitled: {
    ...everybody('answered'),
    nobody: 'signed out',
    expired: 'no access',
    'expired administrator': 'no access',
    'closed administrator who pays': 'no access',
  },
  admin: {
    ...everybody('absent'),
    nobody: 'signed out',
    administrator: 'answered',
    'expired administrator': 'answered',
  },
}

/** Must run before every call, because a call may change the state of the user. */
export async function become(app: TestApp, user: TestUser, role: Role): Promise<void> {
  const [isOver, pays, isGranted, name, isClosed] = ROLE_STATE[role]
  const run = (sql: string, ...values: unknown[]) => app.database.execute(sql, [user.id, ...values])
  const inDays = (days: number) => new Date(app.time.now.getTime() + days * DAY_MS)
  await run(
    `update users set trial_ends_at = $2, role = $3, disabled_at = $4 where id = $1`,
    inDays(isOver ? -1 : 5),
    name,
    isClosed ? inDays(-1) : null,
  )
  await run('delete from subscriptions where user_id = $1')
  await run('delete from grants where user_id = $1')
  if (pays)
    await run(
      `insert into subscriptions (user_id, customer_id, subscription_id, status, current_period_end, synced_at)
       values ($1, $2, $3, 'active', $4, now())`,
      `cus_${user.id}`,
      `sub_${user.id}`,
      inDays(9),
    )
  if (isGranted) await run(`insert into grants (user_id, reason, granted_by, created_at) values ($1, 'x', 'x', now())`)
}

export async function outcomeOf(response: Response, isEndless: boolean): Promise<Outcome> {
  if (isEndless && response.ok) {
    await response.body?.cancel()
    return 'answered'
  }
  const text = await response.text()
  // 503 is no failure here: the payment provider doesn't know the seeded customer, which has nothing to do with access.
  if (response.status >= 500 && response.status !== 503) return 'failed'
  if (response.status === 401) return 'signed out'
  if (response.status === 402 && text.includes('"redirect":"/subscribe"')) return 'no access'
  return response.status === 404 && text.includes('"message":"Not found"') ? 'absent' : 'answered'
}
