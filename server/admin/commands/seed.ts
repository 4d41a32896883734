import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { mintServiceToken } from '../../auth/embedded/sessions/session-tokens.ts'
import { openSigningKeys } from '../../auth/embedded/tokens/keys.ts'
import { createCompanies } from '../../companies/companies.ts'
import { compose } from '../../compose.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../platform/database/open.ts'
import { users } from '../../platform/database/schema/accounts-and-companies.ts'
import { openLog } from '../../platform/log.ts'
import type { Clock } from '#domain/time.ts'
import { CommandError } from './backup-file.ts'

const SERVICE_SECONDS = 60

export type Seeded = {
  email: string
  /** Null if the account already existed. */
  password: string | null
  companies: number
}

export async function seed(
  config: Config,
  { database, clock, email }: { database: Database; clock: Clock; email: string },
): Promise<Seeded> {
  const product = await compose(config, {
    clock,
    // The caller opened the database and will close it.
    database: { ...database, close: async () => {} },
    log: openLog('error'),
  })
  try {
    const [known] = await database.system.select({ id: users.id }).from(users).where(eq(users.email, email))
    const made = known ? null : await makeAccount(config, product.app, { email, now: clock() })
    const companies = createCompanies({ database, clock, queue: product.queue })
    const loaded = await companies.loadSample(known?.id ?? made?.id ?? '')
    return { email, password: made?.password ?? null, companies: loaded.length }
  } finally {
    await product.close()
  }
}

type App = Awaited<ReturnType<typeof compose>>['app']

async function makeAccount(config: Config, app: App, { email, now }: { email: string; now: Date }) {
  if (config.auth.kind === 'hosted')
    throw new CommandError(`${email} has no account. Create it at ${config.auth.url} first.`)
  const keys = await openSigningKeys(config.auth.signingKeysFile, config.dataDir)
  const password = randomBytes(12).toString('base64url')
  const token = await mintServiceToken(keys, config.auth.url, now, SERVICE_SECONDS)
  const answer = await app.request(
    `${config.auth.url}/admin/users`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, email_confirm: true }),
    },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  const body: unknown = await answer.json()
  const made = z.object({ id: z.uuid() }).safeParse(body)
  if (!made.success) throw new CommandError(`Failed to create the account: ${reasonIn(body)}`)
  return { id: made.data.id, password }
}

const reasonIn = (body: unknown) => z.object({ msg: z.string() }).safeParse(body).data?.msg ?? 'no reason given'
