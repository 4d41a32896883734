import { expect, test } from 'vitest'
import { fatal, notable } from './errors.ts'

test('drops routine startup and shutdown messages', () => {
  expect(notable('LOG:  starting PostgreSQL 18.4 on aarch64-unknown-linux-gnu')).toBeNull()
  expect(notable('LOG:  database system is ready to accept connections')).toBeNull()
  expect(notable('FATAL:  terminating connection due to administrator command')).toBeNull()
  expect(notable('DETAIL:  something about the line before')).toBeNull()
})

test('passes on what an operator needs to know', () => {
  const recovery = 'database system was not properly shut down; automatic recovery in progress'
  expect(notable(`LOG:  ${recovery}`)).toBe(recovery)
  expect(notable('PANIC:  could not write to file "pg_wal/x": No space left on device')).toContain('No space left')
})

test('finds why the server gave up', () => {
  expect(fatal('FATAL:  could not create any Unix-domain sockets')).toBe('could not create any Unix-domain sockets')
  expect(fatal('LOG:  shutting down')).toBeNull()
})
