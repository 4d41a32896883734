import type { Fault } from './fault.ts'

const PEER = ['server/platform/http/peer.test.ts']
const TARGET = ['server/platform/fetch/target.test.ts']

export const platformFaults: Fault[] = [
  {
    name: 'under overload, requests wait however many there are',
    file: 'server/platform/http/limits.ts',
    from: 'if (longestWait() > MAX_WAIT_MS) throw',
    to: 'if (longestWait() > 100 * MAX_WAIT_MS) throw',
    tests: ['server/platform/http/limits.test.ts'],
  },
  {
    name: 'a connection returns to the pool inside an aborted transaction',
    file: 'server/platform/database/pool.ts',
    from: "await client.query('rollback').catch(onError)",
    to: 'await Promise.resolve()',
    tests: ['server/platform/database/row-security.test.ts'],
  },
  {
    name: 'every IPv6 address has a budget of its own',
    file: 'server/platform/http/peer.ts',
    from: '.slice(0, 4)',
    to: '.slice(0, 8)',
    tests: PEER,
  },
  {
    name: 'any method is passed on',
    file: 'server/platform/http/limits.ts',
    from: 'if (!METHODS.has(c.req.method))',
    to: 'if (c.req.method === "never")',
    tests: ['server/platform/http/http.test.ts'],
  },
  {
    name: 'a body of any size is read',
    file: 'server/platform/http/limits.ts',
    from: 'const MAX_JSON_BYTES = 1024 * 1024',
    to: 'const MAX_JSON_BYTES = 1024 * 1024 * 1024',
    tests: ['server/platform/http/http.test.ts'],
  },
  {
    name: 'addresses with a password in them are fetched',
    file: 'server/platform/fetch/target.ts',
    from: "if (url.username !== '' || url.password !== '') throw refused(hostname, 'userinfo')",
    to: '',
    tests: TARGET,
  },
  {
    name: 'any port is fetched',
    file: 'server/platform/fetch/target.ts',
    from: 'if (!isUsualPort && !allow.hasNetworks) throw',
    to: 'if (port === -1) throw',
    tests: TARGET,
  },
  {
    name: 'one private address among public ones is dialed',
    file: 'server/platform/fetch/target.ts',
    from: 'for (const address of addresses) {',
    to: 'for (const address of addresses.slice(0, 1)) {',
    tests: TARGET,
  },
  {
    name: 'carrier-grade NAT counts as public',
    file: 'server/platform/fetch/target.ts',
    from: "  '100.64.0.0/10',",
    to: '',
    tests: TARGET,
  },
  {
    name: 'a mapped IPv4 address is not seen through',
    file: 'server/platform/fetch/target.ts',
    from: "if (embedded) return !SPECIAL_V4.check(embedded, 'ipv4')",
    to: 'if (embedded) return true',
    tests: TARGET,
  },
  {
    name: 'a storm of sign-ins waits until requests time out',
    file: 'server/platform/worker-pool.ts',
    from: 'patienceMs && setTimeout(() => patience.abort(refusal?.()), patienceMs)',
    to: 'undefined',
    tests: ['server/platform/worker-pool.test.ts'],
  },
  {
    name: 'a refused decoy refuses every unknown address for good',
    file: 'server/auth/embedded/passwords/passwords.ts',
    from: '      decoy = undefined\n',
    to: '',
    tests: ['server/auth/embedded/passwords/passwords.test.ts'],
  },
  {
    name: 'a connection without a file is an unexpected error',
    file: 'server/platform/database/errors.ts',
    from: "  'EMFILE',\n",
    to: '',
    tests: ['server/platform/database/errors.test.ts'],
  },
  {
    name: 'statements are prepared behind a pooler in transaction mode',
    file: 'server/platform/database/pool.ts',
    from: 'plansOnce && !isPooled ? createStatementNames()',
    to: 'plansOnce ? createStatementNames()',
    tests: ['server/platform/database/planned-statements.test.ts'],
  },
  {
    name: 'a connection is kept whose prepared statements no longer fit their tables',
    file: 'server/platform/database/pool.ts',
    from: ' || isStalePlan(error)',
    to: '',
    tests: ['server/platform/database/planned-statements.test.ts'],
  },
]
