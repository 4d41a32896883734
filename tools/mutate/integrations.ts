import type { Fault } from './fault.ts'

const KEYS = ['server/integrations/keys.test.ts']
const FEEDS = ['server/integrations/feeds/feeds.test.ts']
const DOCUMENTS = ['server/integrations/feeds/documents.test.ts']

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
  {
    name: 'a feed outlives the access of its owner',
    file: 'server/integrations/feeds/feed-routes.ts',
    from: 'if (!opened.hasAccess) return',
    to: 'if (!opened) return',
    tests: FEEDS,
  },
  {
    name: 'the address of a feed is logged',
    file: 'server/platform/metrics/http-metrics.ts',
    from: 'path: withoutTokens(c.req.path)',
    to: 'path: c.req.path',
    tests: FEEDS,
  },
  {
    name: 'the token of a feed is stored',
    file: 'server/integrations/feeds/feeds.ts',
    from: 'tokenHash: secretHash(token), createdAt',
    to: 'tokenHash: token, createdAt',
    tests: FEEDS,
  },
  {
    name: 'updates of founders are in feeds',
    file: 'server/integrations/feeds/stories.ts',
    from: 'articles.every(({ kind }) => kind !== FOUNDER_UPDATE)',
    to: 'articles.length > 0',
    tests: FEEDS,
  },
  {
    name: 'a story that joins later takes over the identity of an entry',
    file: 'server/integrations/feeds/stories.ts',
    from: 'roots.toSorted((a, b) => firstSeen(a) - firstSeen(b) || a - b)',
    to: 'roots.toSorted((a, b) => a - b)',
    tests: FEEDS,
  },
  {
    name: 'anybody’s saved view can be a feed',
    file: 'server/integrations/feeds/feeds.ts',
    from: 'if (viewId !== null && !(await views.list(userId)).some(({ id }) => id === viewId))',
    to: 'if (viewId === -1)',
    tests: FEEDS,
  },
  {
    name: 'characters that XML forbids are in feeds',
    file: 'server/integrations/feeds/documents.ts',
    from: "    .replaceAll(NOT_IN_XML, '')\n",
    to: '',
    tests: DOCUMENTS,
  },
  {
    name: 'text of a calendar is not escaped',
    file: 'server/integrations/feeds/calendar.ts',
    from: '.replaceAll(/[\\\\;,]/g, String.raw`\\$&`)',
    to: '',
    tests: DOCUMENTS,
  },
  {
    name: 'lines of a calendar are cut by characters, not octets',
    file: 'server/integrations/feeds/calendar.ts',
    from: 'const size = Buffer.byteLength(character)',
    to: 'const size = character.length',
    tests: DOCUMENTS,
  },
]
