import { expect, test } from 'vitest'
import { readLinkFragment, takeLinkFragment } from './link-fragment.ts'

test.each([
  ['', { kind: 'none' }],
  ['#', { kind: 'none' }],
  ['#section', { kind: 'none' }],
  ['#access_token=a', { kind: 'none' }],
  ['#access_token=a&refresh_token=r&type=recovery', { kind: 'tokens', accessToken: 'a', refreshToken: 'r' }],
  [
    '#error=access_denied&error_code=otp_expired&error_description=Call+555-0100',
    { kind: 'error', code: 'otp_expired' },
  ],
  ['#error=server_error', { kind: 'error', code: null }],
  ['#message=Confirmation+link+accepted.&sb=', { kind: 'message', text: 'Confirmation link accepted.' }],
])('"Reads access and refresh tokens or an error from the URL fragment": %j', (hash, link) => {
  expect(readLinkFragment(hash)).toEqual(link)
})

test('"then clears the fragment"', () => {
  const replaced: unknown[] = []
  const history = { state: { kept: 1 }, replaceState: (...call: unknown[]) => replaced.push(call) }
  takeLinkFragment({ pathname: '/reset-password', search: '?a=1', hash: '#access_token=a&refresh_token=r' }, history)
  takeLinkFragment({ pathname: '/terms-of-service', search: '', hash: '#privacy' }, history)
  expect(replaced).toEqual([[{ kept: 1 }, '', '/reset-password?a=1']])
})
