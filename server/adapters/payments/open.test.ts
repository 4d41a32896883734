import { expect, test } from 'vitest'
import { addressOf } from './open.ts'

test.each([
  ['http://127.0.0.1:12111', { host: '127.0.0.1', port: '12111', protocol: 'http' }],
  ['http://[::1]:12111/', { host: '[::1]', port: '12111', protocol: 'http' }],
  ['http://localhost', { host: 'localhost', port: '80', protocol: 'http' }],
  ['https://localhost', { host: 'localhost', port: '443', protocol: 'https' }],
])('STRIPE_API_BASE %s is reached at %j', (base, address) => {
  expect(addressOf(new URL(base))).toEqual(address)
})
