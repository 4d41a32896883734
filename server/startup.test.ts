import pg from 'pg'
import { expect, test } from 'vitest'
import { parseConfig } from './config/config.ts'
import { describeStartFailure, readyMessage } from './startup.ts'

const line = (environment: Record<string, string>, port = 3000) => readyMessage(parseConfig(environment), port)

test('the ready line has the address and says what to do next', () => {
  expect(line({})).toBe(
    'Tidings is ready at http://localhost:3000 (next: open it, sign up, and choose "Load sample portfolio")',
  )
  expect(line({ AUTH_SIGNUP: 'off' })).toContain('(next: open it, sign in, and choose')
  expect(line({ PORT: '0' }, 4321)).toMatch(/^Tidings is ready at http:\/\/localhost:4321 \(next/)
})

test('in production, and where nobody is served, there is nothing to try', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://tidings.example',
    DATABASE: 'embedded',
    MAIL: 'outbox',
    PAYMENTS: 'test',
  }
  expect(line(production)).toBe('Tidings is ready at https://tidings.example')
  expect(line({ ROLE: 'worker' }, 3001)).toBe('Tidings is ready at http://127.0.0.1:3001 (worker: health and metrics)')
})

test('a database that runs out of connections during startup is explained in one line', () => {
  const error = Object.assign(new pg.DatabaseError('too many connections for role "me"', 0, 'error'), { code: '53300' })
  expect(describeStartFailure(error)).toBe(
    'The database accepts no more connections: too many connections for role "me". Raise the limit, or run fewer processes.',
  )
})
