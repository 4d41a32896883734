import { expect, test } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { translateDatabaseError } from './unavailable.ts'

const wrapped = (cause: unknown) => new Error('Failed query: select 1', { cause })
const coded = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  coded('ECONNREFUSED'),
  wrapped(coded('ENOENT')),
  coded('57P03'),
  wrapped(coded('57P01')),
  coded('53100'),
  coded('55P03'),
  new Error('Connection terminated unexpectedly'),
  wrapped(new Error('Connection terminated due to connection timeout')),
  new Error('timeout exceeded when trying to connect'),
])('%s means: try again soon', (error) => {
  const translated = translateDatabaseError(error)
  expect(translated).toBeInstanceOf(AppError)
  expect(translated).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
})

test.each([coded('23505'), wrapped(coded('42703')), new Error('anything else'), 'not an error'])(
  '%s stays what it is',
  (error) => {
    expect(translateDatabaseError(error)).toBe(error)
  },
)
