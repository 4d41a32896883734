import { expect, test } from 'vitest'
import { isAddressRefused } from './refusal.ts'

const refusal = (response: string, command = 'RCPT TO') =>
  Object.assign(new Error(`Can't send mail - all recipients were rejected: ${response}`), {
    code: 'EENVELOPE',
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  })

test.each([
  ['550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown', true],
  ['550 No such user here', true],
  ['553-5.1.2 We do not know this domain', true],
  ['550 5.2.1 The account is disabled', true],
  ['551 User not local', true],
  ['450 4.1.1 Try again later', false],
  ['452 4.2.2 Mailbox full', false],
  ['552 5.2.2 Mailbox full', false],
  ['550 5.7.1 Service unavailable; client host blocked', false],
  ['554 5.7.1 Relay access denied', false],
  ['550 Relaying denied', false],
  ['550 Blocked by our spam policy', false],
  ['550 5.1.8 Sender address rejected: domain not found', false],
  ['530 5.7.0 Authentication required', false],
])('%s: the address is refused for good: %s', (response, isRefused) => {
  expect(isAddressRefused(refusal(response))).toBe(isRefused)
})

test('a refused sender, message or connection says nothing about the address', () => {
  expect(isAddressRefused(refusal('550 5.1.1 no', 'MAIL FROM'))).toBe(false)
  expect(isAddressRefused(refusal('550 5.1.1 no', 'DATA'))).toBe(false)
  expect(isAddressRefused(new Error('connect ECONNREFUSED'))).toBe(false)
  expect(isAddressRefused(null)).toBe(false)
})
