import type { Fault } from './fault.ts'

export const clusterFaults: Fault[] = [
  {
    name: 'a migration waits for locks as long as it takes',
    file: 'server/platform/database/migrate.ts',
    from: 'begin; set local lock_timeout = ${LOCK_WAIT_MS}',
    to: 'begin',
    tests: ['server/platform/database/migrate.test.ts'],
  },
  {
    name: 'views are missing between a migration and its grants',
    file: 'server/platform/database/migrate.ts',
    from: '      await client.query(dropViews())\n',
    to: "      await client.query(dropViews())\n      await client.query('commit; begin')\n",
    tests: ['server/platform/database/migrate.test.ts'],
  },
  {
    name: 'a silent connection is listened on for ever',
    file: 'server/platform/database/notifications.ts',
    from: 'check = setInterval(() => void ask(), checkMs).unref()',
    to: 'void ask; void checkMs; void check',
    tests: ['server/platform/database/notifications.test.ts'],
  },
  {
    name: 'the role is switched once per connection behind the pooler',
    file: 'server/platform/database/open.ts',
    from: "isPooled ? 'transaction' : loginAsRole",
    to: "isPooled ? 'session' : loginAsRole",
    tests: ['tests/cluster/topology.test.ts'],
  },
  {
    name: 'statements are named behind the pooler',
    file: 'server/platform/database/pool.ts',
    from: 'client.query(withoutName(query), values)',
    to: 'client.query(query as string, values)',
    tests: ['tests/cluster/topology.test.ts'],
  },
  {
    name: 'a replica is read however far behind it is',
    file: 'server/platform/database/replica.ts',
    from: '        await untilReplayed(queries, position)\n',
    to: '',
    tests: ['tests/cluster/topology.test.ts'],
  },
  {
    name: 'a read fails with its replica',
    file: 'server/platform/database/replica.ts',
    from: 'if (!isTroubleOfReplica(error)) throw error',
    to: 'if (isTroubleOfReplica(error) || error) throw error',
    tests: ['tests/cluster/topology.test.ts'],
  },
  {
    name: 'a read-only primary is an unexpected error',
    file: 'server/platform/database/errors.ts',
    from: 'const UNAVAILABLE_STATES = /^(08|53|57P|55P03|25006)/',
    to: 'const UNAVAILABLE_STATES = /^(08|53|57P|55P03)/',
    tests: ['server/platform/database/errors.test.ts'],
  },
  {
    name: 'a company that was published before an interruption is taken for published',
    file: 'server/news/live/live-news.ts',
    from: 'const known = wasInterrupted ? [] : [notified, notifiedBefore]',
    to: 'const known = [notified, notifiedBefore]',
    tests: ['tests/cluster/topology.test.ts'],
  },
  {
    name: 'one worker polls alone, whatever is due',
    file: 'server/news/polling/poller.ts',
    from: 'if (claimed.length === AT_ONCE[lane] && !hasAskedForHelp) {',
    to: 'if (claimed.length > AT_ONCE[lane] && !hasAskedForHelp) {',
    tests: ['server/news/polling/poll-timer.test.ts'],
  },
]
