import { expect, test } from 'vitest'
import { budgetHolder, createFindPeer, isLoopback } from './peer.ts'

test('without TRUST_PROXY, forwarding headers are ignored', () => {
  const find = createFindPeer([])
  expect(find('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  expect(find('::ffff:203.0.113.9', undefined)).toBe('203.0.113.9')
})

test('with TRUST_PROXY, the rightmost untrusted hop is the peer', () => {
  const find = createFindPeer(['10.0.0.0/8', '::1'])
  expect(find('10.0.0.2', '198.51.100.1')).toBe('198.51.100.1')
  expect(find('10.0.0.2', 'spoofed, 198.51.100.1, 10.1.1.1')).toBe('198.51.100.1')
  // Nothing an untrusted hop reports is believed, not even a plausible or trusted address.
  expect(find('10.0.0.2', '203.0.113.50, 198.51.100.1, 10.1.1.1')).toBe('198.51.100.1')
  expect(find('10.0.0.2', '203.0.113.50, 10.9.9.9, 198.51.100.1')).toBe('198.51.100.1')
  expect(find('10.0.0.2', 'nonsense')).toBe('10.0.0.2')
  expect(find('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  expect(find('::1', '2001:db8::7')).toBe('2001:db8::7')
})

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:0DB8:0001::', '2001:db8:1:0::/64'],
])('%s shares the budget of %s', (address, holder) => {
  expect(budgetHolder(address)).toBe(holder)
})

test('loopback addresses are recognized, and lookalikes are not', () => {
  expect([isLoopback('127.0.0.5'), isLoopback('::1'), isLoopback('10.0.0.1')]).toEqual([true, true, false])
  for (const name of ['127.0.0.1.evil.example', '127.evil.example', '127.1', '127.', '::1.evil.example'])
    expect([name, isLoopback(name)]).toEqual([name, false])
})
