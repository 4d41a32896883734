import { expect, test } from 'vitest'
import { AuthError } from '../http/errors.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords({ minLength: 6 })

const refusal = (password: string, email = 'ada@example.com') => {
  try {
    passwords.check(password, email)
    return null
  } catch (error) {
    return error instanceof AuthError ? [error.status, error.code, ...(error.reasons ?? [])] : error
  }
}

test.each(['abcde', '', '😀😀😀😀😀'])('%j is refused as too short, with the protocol’s message', (password) => {
  expect(refusal(password)).toEqual([422, 'weak_password', 'length'])
  expect(() => passwords.check(password, '')).toThrow('Password should be at least 6 characters.')
})

test.each([
  'password',
  'Password1',
  'PASSWORD123',
  'p@ssw0rd',
  '123456',
  '654321',
  '12345678',
  'qwerty',
  'qwertz',
  'abc123',
  'abcdef',
  'aaaaaa',
  'abcabc',
  '121212',
  'letmein',
  'iloveyou',
  'welcome1',
  'admin123',
  'summer2024',
  'tidings1',
  'ada@example.com',
  '1q2w3e4r',
])('%s is refused as easy to guess', (password) => {
  expect(refusal(password)).toEqual([422, 'weak_password', 'pwned'])
})

test.each([
  ['another case', 'DragonBall'],
  ['disguised letters', 'dr@g0nb4ll'],
  ['a one for an l', 'drag0nba11'],
  ['spaces', ' dragon ball '],
  ['wide letters', 'ｄｒａｇｏｎｂａｌｌ'],
  ['a year', 'Dragonball2024'],
  ['a number and a mark', 'dragonball12!'],
  ['disguise and ending', 'Dr4gonb@ll1!'],
])('a listed password with %s is refused: %s', (_kind, password) => {
  expect(refusal(password)).toEqual([422, 'weak_password', 'pwned'])
})

test.each(['73519284', '58203917', 'dragon heron kettle', 'herons over dragonball', 'mqpxlkd12'])(
  '%s is accepted because it is not listed as a whole',
  (password) => {
    expect(refusal(password)).toBeNull()
  },
)

test.each([
  'x7#mQp',
  'hunter-gatherer',
  'correct horse battery staple',
  'пароль не простой',
  '😀🎉🚀🌍🍀⚡',
  'a'.repeat(40) + 'b'.repeat(32),
])('%s is accepted', (password) => {
  expect(refusal(password)).toBeNull()
})

test('the local part of the user’s email address is refused, even with a number', () => {
  expect(refusal('margarethe', 'margarethe@example.com')).toEqual([422, 'weak_password', 'pwned'])
  expect(refusal('margarethe99', 'margarethe@example.com')).toEqual([422, 'weak_password', 'pwned'])
})

test('passwords are limited to 72 bytes and never truncated', async () => {
  expect(refusal(`${'é'.repeat(35)}ab`)).toBeNull()
  expect(refusal(`${'é'.repeat(36)}x`)).toEqual([400, 'validation_failed'])
  const stored = await passwords.hash(`${'a'.repeat(71)}1`)
  expect(await passwords.isRight(`${'a'.repeat(71)}1`, stored)).toBe(true)
  expect(await passwords.isRight(`${'a'.repeat(71)}2`, stored)).toBe(false)
  expect(await passwords.isRight('a'.repeat(100), stored)).toBe(false)
})

test('passwords are hashed using argon2id with 19 MiB, two passes and one lane', async () => {
  expect(await passwords.hash('seven clever herons')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('the minimum length can be raised, and the message reflects it', () => {
  expect(() => createPasswords({ minLength: 12 }).check('seven herons', '')).not.toThrow()
  expect(() => createPasswords({ minLength: 12 }).check('six herons', '')).toThrow(
    'Password should be at least 12 characters.',
  )
})

test('a missing or broken hash never matches and costs the same work', async () => {
  const before = passwords.work.hashes
  expect(await passwords.isRight('anything', null)).toBe(false)
  expect(await passwords.isRight('anything', undefined)).toBe(false)
  expect(await passwords.isRight('nobody has this password', null)).toBe(false)
  expect(await passwords.isRight('anything', 'not a hash')).toBe(false)
  expect(passwords.work.hashes - before).toBe(4)
})

test('a burst of requests is queued, and the excess is told to retry later', { timeout: 240_000 }, async () => {
  const ask = (at: number) => (at < 120 ? createdOnce.hash('x') : createdOnce.isRight('x', null))
  const storm = await Promise.allSettled(Array.from({ length: 160 }, (_, at) => ask(at)))
  const refused = storm.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(30)
  expect(refused[0]).toMatchObject({ reason: { status: 429, code: 'over_request_rate_limit', retryAfterSeconds: 2 } })
  expect(await createdOnce.isRight('x', null)).toBe(false)
})

const createdOnce = createPasswords({ minLength: 6 })
