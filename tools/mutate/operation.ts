import type { Fault } from './fault.ts'

export const operationFaults: Fault[] = [
  {
    name: 'the socket stays paused when a copy ends',
    file: 'server/admin/commands/copy-rows.ts',
    from: `      rows.push(null)
      resume()`,
    to: '      rows.push(null)',
    tests: ['server/admin/commands/copy-rows.test.ts'],
  },
  {
    name: "a table's rows are left out of a backup",
    file: 'server/admin/commands/backup.ts',
    from: 'for (const table of await tables(client)) {',
    to: `for (const table of await tables(client)) {
    if (table.table === 'refreshes') continue`,
    tests: ['server/admin/commands/backup.complete.test.ts'],
  },
  {
    name: 'removed companies are purged at once',
    file: 'server/companies/companies.ts',
    from: 'await companyStore(queries).purge(retainedSince())',
    to: 'await companyStore(queries).purge(clock())',
    tests: ['server/companies/companies.removal.test.ts'],
  },
  {
    name: 'imports are undone after 30 days',
    file: 'server/companies/import/imports.ts',
    from: 'const row = await store.find(userId, id, daysBefore(now, RETENTION_DAYS))',
    to: 'const row = await store.find(userId, id, daysBefore(now, 3650))',
    tests: ['server/companies/import/imports.test.ts'],
  },
  {
    name: 'a truncated upload is accepted: no check of its end',
    file: 'server/platform/http/multipart.ts',
    from: "if (!found.ended) throw unreadable('the file is cut short')",
    to: '',
    tests: ['server/platform/http/multipart.test.ts'],
  },
  {
    name: 'a truncated upload is accepted: the parser is not listened to',
    file: 'server/platform/http/multipart.ts',
    from: "form.on('error', refuse)",
    to: "form.on('error', () => {})",
    tests: ['server/platform/http/multipart.test.ts'],
  },
  {
    name: 'the total limit of a ZIP bomb is off',
    file: 'server/companies/import/file/zip-package.ts',
    from: "if (size > MAX_INFLATED) throw new Unreadable('too large when unpacked')",
    to: 'void size',
    tests: ['server/companies/import/file/zip-package.test.ts'],
  },
  {
    name: 'a user may have many files read at once',
    file: 'server/platform/limiter.ts',
    from: 'if (activeOf(key) >= perKey) continue',
    to: '',
    tests: ['server/platform/limiter.test.ts'],
  },
  {
    name: 'a failed removal does not put the row back',
    file: 'web/features/companies/removed-queries.ts',
    from: 'context?.putBack()',
    to: '',
    tests: ['web/features/companies/removed-queries.test.tsx'],
  },
  {
    name: 'an unhandled rejection is swallowed',
    file: 'server/main.ts',
    from: `    process.exitCode = 1
    void stop()`,
    to: '',
    tests: ['tests/faults/worker-process.test.ts'],
  },
  {
    name: 'no time limit for the headers of a connection',
    file: 'server/platform/http/listen.ts',
    from: 'headersTimeout: headers,',
    to: 'headersTimeout: headers * 0,',
    tests: ['server/platform/http/listen.test.ts'],
  },
  {
    name: 'slow requests are never ended',
    file: 'server/platform/http/listen.ts',
    from: 'requestTimeout: request,',
    to: 'requestTimeout: request * 0,',
    tests: ['server/platform/http/listen.test.ts'],
  },
  {
    name: 'no time limit by default',
    file: 'server/platform/http/listen.ts',
    from: 'request: 60_000,',
    to: 'request: 0,',
    tests: ['server/platform/http/listen.test.ts'],
  },
  {
    name: 'connections are never closed at the end',
    file: 'server/platform/http/listen.ts',
    from: 'setTimeout(() => server.closeAllConnections(), drainMs)',
    to: 'setTimeout(() => {}, drainMs)',
    tests: ['server/platform/http/listen.test.ts'],
  },
  {
    name: 'no time limit for a connection to the database',
    file: 'server/platform/database/open.ts',
    from: '    connectionTimeoutMillis: 5000,\n',
    to: '',
    tests: ['server/platform/database/errors.test.ts'],
  },
  {
    name: 'X-Forwarded-For is believed past the first untrusted hop',
    file: 'server/platform/http/peer.ts',
    from: 'while (hops.length > 0 && isTrusted(proxies, peer)) {',
    to: 'while (hops.length > 0) {',
    tests: ['server/platform/http/peer.test.ts'],
  },
]
