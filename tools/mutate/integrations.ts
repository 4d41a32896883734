import type { Fault } from './fault.ts'

const KEYS = ['server/integrations/keys.test.ts']

export const integrationFaults: Fault[] = [
  {
    name: 'an API key calls what has no scope',
    file: 'server/platform/http/session.ts',
    from: "if (!scope) throw new AppError('forbidden', KEY_NOT_ALLOWED)",
    to: '',
    tests: KEYS,
  },
  {
    name: 'an API key reads beyond its scopes',
    file: 'server/platform/http/session.ts',
    from: 'if (!holder.scopes.includes(scope))',
    to: 'if (holder.scopes.length === 0)',
    tests: KEYS,
  },
  {
    name: 'an API key outlives the access of its owner',
    file: 'server/platform/http/session.ts',
    from: '  requireAccess(holder.profile)\n  return holder',
    to: '  return holder',
    tests: KEYS,
  },
  {
    name: 'an API key of an administrator finds administration',
    file: 'server/platform/http/session.ts',
    from: "if (!holder) throw new AppError('not-signed-in', KEY_INVALID)\n  if (access === 'admin')",
    to: "if (!holder) throw new AppError('not-signed-in', KEY_INVALID)\n  if (access === 'public')",
    tests: KEYS,
  },
  {
    name: 'an API key may write',
    file: 'server/platform/http/route.ts',
    from: "if (scope && method !== 'get')",
    to: "if (scope && method === 'delete')",
    tests: ['server/platform/http/route.test.ts'],
  },
  {
    name: 'an expired API key works',
    file: 'server/integrations/store.ts',
    from: 'and(eq(apiKeys.keyHash, keyHash), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)))',
    to: 'eq(apiKeys.keyHash, keyHash)',
    tests: KEYS,
  },
  {
    name: 'API keys have no rate limit',
    file: 'server/integrations/keys.ts',
    from: 'if (wait !== null)',
    to: 'if (wait !== null && wait > 1e9)',
    tests: KEYS,
  },
  {
    name: 'an API key is stored as it is',
    file: 'server/integrations/keys.ts',
    from: 'keyHash: secretHash(key), createdAt',
    to: 'keyHash: key, createdAt',
    tests: KEYS,
  },
]
