import { eq } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import {
  KEY_NOT_FOUND,
  MAX_KEYS,
  TOO_MANY_KEYS,
  type ApiKey,
  type CreatedApiKey,
  type NewApiKey,
} from '#domain/integrations/keys.ts'
import { DAY_MS, MINUTE_MS, type Clock } from '#domain/time.ts'
import type { Accounts } from '../account/account.ts'
import { accountStore } from '../account/store.ts'
import { announceAccess, type Owner } from '../auth/emails/given-access.ts'
import { lock } from '../platform/database/locks.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import { apiKeys } from '../platform/database/schema/integrations.ts'
import { API_KEY_PREFIX, type KeyHolder } from '../platform/http/session.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { createCallLimit, hintOf, newSecret, secretHash } from './secrets.ts'
import { keyLookup, keyStore, type KeyRow } from './store.ts'

type Needs = { database: Database; clock: Clock; queue: Queue; accounts: Pick<Accounts, 'load'> }

export type ApiKeys = ReturnType<typeof createApiKeys>

export function createApiKeys({ database, clock, queue, accounts }: Needs) {
  const limitCalls = createCallLimit('This API key is used too often. Please slow down.')
  const own = <Result>(userId: string, work: (store: ReturnType<typeof keyStore>) => Promise<Result>) =>
    database.asUser(userId, (queries) => work(keyStore(queries, userId)))

  return {
    list: async (userId: string): Promise<ApiKey[]> => (await own(userId, (store) => store.list())).map(toKey),

    /** The plaintext key is only ever in this response. */
    async create(owner: Owner, { name, scopes, expiresInDays }: NewApiKey): Promise<CreatedApiKey> {
      const now = clock()
      const key = newSecret(API_KEY_PREFIX)
      const expiresAt = expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS)
      const row = await database.asUser(owner.id, async (queries) => {
        // Serializes concurrent additions so that the limit holds.
        await lock(queries, 'integrations', owner.id)
        const store = keyStore(queries, owner.id)
        if ((await store.count()) >= MAX_KEYS) throw new AppError('invalid-input', TOO_MANY_KEYS)
        await announceAccess(queue, queries, { to: owner.email, access: 'api-key', at: now })
        return store.insert({ name, scopes, expiresAt, hint: hintOf(key), keyHash: secretHash(key), createdAt: now })
      })
      return { ...toKey(row), key }
    },

    async revoke(userId: string, id: number): Promise<void> {
      if (!(await own(userId, (store) => store.remove(id)))) throw new AppError('not-found', KEY_NOT_FOUND)
    },

    /** Queries the database on every call so that a revoked key stops working immediately in every process. */
    async findHolder(key: string): Promise<KeyHolder | null> {
      const now = clock()
      const found = await keyLookup(database.system).find(secretHash(key), now)
      const account = found && (await accountStore(database.system).find(found.userId))
      if (!found || !account) return null
      limitCalls(found.id, now)
      await keyLookup(database.system).recordUse(found.id, now, new Date(now.getTime() - MINUTE_MS))
      const { id, email } = account
      return { id, email, scopes: found.scopes, profile: await accounts.load({ id, email, sessionId: '', account }) }
    },

    export: async (userId: string): Promise<Record<string, object[]>> => ({
      api_keys: (await own(userId, (store) => store.list())).map(({ keyHash: _secret, ...row }) => row),
    }),

    async erase(queries: Queries, userId: string): Promise<void> {
      await queries.delete(apiKeys).where(eq(apiKeys.userId, userId))
    },
  }
}

const toKey = ({ id, name, hint, scopes, createdAt, expiresAt, lastUsedAt }: KeyRow): ApiKey => ({
  id,
  name,
  hint,
  scopes,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
