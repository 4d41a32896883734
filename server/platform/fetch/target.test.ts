import { describe, expect, test } from 'vitest'
import { parseFetchAllow, checkAddresses, checkTarget } from './target.ts'
import { FetchError } from './fetch-error.ts'
import { BAD, REFUSED } from '../../testing/network/refused-targets.ts'

const nothing = parseFetchAllow('')

function outcome(url: string, allow = nothing, base?: string): string {
  try {
    return checkTarget(url, allow, base === undefined ? undefined : new URL(base)).url.href
  } catch (error) {
    return error instanceof FetchError ? error.kind : String(error)
  }
}

const ALLOWED: [written: string, fetched: string][] = [
  ['http://example.com', 'http://example.com/'],
  ['HTTPS://EXAMPLE.COM/Path?q=1#part', 'https://example.com/Path?q=1'],
  ['http://example.com:80/', 'http://example.com/'],
  ['https://example.com:443/', 'https://example.com/'],
  ['http://example.com:443/', 'http://example.com:443/'],
  ['https://example.com:80/', 'https://example.com:80/'],
  ['http://example.com./feed', 'http://example.com/feed'],
  ['  https://example.com/feed  ', 'https://example.com/feed'],
  ['http:example.com/feed', 'http://example.com/feed'],
  ['http://münchen.example/', 'http://xn--mnchen-3ya.example/'],
  ['http://ｅｘａｍｐｌｅ。com/', 'http://example.com/'],
  ['http://my_site.example.com/', 'http://my_site.example.com/'],
  ['http://xn--80ak6aa92e.com/', 'http://xn--80ak6aa92e.com/'],
  ['http://localhost.example.com/', 'http://localhost.example.com/'],
  ['http://notlocal.com/', 'http://notlocal.com/'],
  ['http://internal.example.com/', 'http://internal.example.com/'],
  ['http://127.0.0.1.example.com/', 'http://127.0.0.1.example.com/'],
  ['http://93.184.216.34/', 'http://93.184.216.34/'],
  ['http://0x5db8d822/', 'http://93.184.216.34/'],
  ['http://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', 'http://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/'],
  ['http://[::ffff:8.8.8.8]/', 'http://[::ffff:808:808]/'],
  ['http://[64:ff9b::8.8.8.8]/', 'http://[64:ff9b::808:808]/'],
  [String.raw`https://example.com/?path=C:\folder`, String.raw`https://example.com/?path=C:\folder`],
  ['https://example.com/a@b', 'https://example.com/a@b'],
]

describe('a corpus of addresses', () => {
  test('has at least 150 vectors', () => {
    expect(new Set([...REFUSED, ...BAD, ...ALLOWED.map(([written]) => written)]).size).toBeGreaterThanOrEqual(150)
  })

  test('every forbidden address is refused', () => {
    expect(REFUSED.map((url) => [url, outcome(url)]).filter(([, kind]) => kind !== 'refused-address')).toEqual([])
  })

  test('everything but a web address is invalid', () => {
    expect(BAD.map((url) => [url, outcome(url)]).filter(([, kind]) => kind !== 'bad-address')).toEqual([])
  })

  test.each(ALLOWED)('allows %s', (written, fetched) => {
    expect(outcome(written)).toBe(fetched)
  })
})

test('a redirect is resolved against the redirecting URL and checked like any other address', () => {
  const from = 'https://example.com/a/b?c'
  expect(outcome('../d', nothing, from)).toBe('https://example.com/d')
  expect(outcome('//other.example/x', nothing, from)).toBe('https://other.example/x')
  for (const inner of ['//127.0.0.1/', '//localhost/', 'http://[::1]/', '//u:p@example.com/', '//example.com:22/'])
    expect(outcome(inner, nothing, from)).toBe('refused-address')
  for (const bad of [
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:,x',
    String.raw`\\127.0.0.1\x`,
    '/\t/10.0.0.1/',
  ])
    expect(outcome(bad, nothing, from)).toBe('bad-address')
})

test('every refusal reads the same to the user', () => {
  const messages = REFUSED.map((url) => {
    try {
      checkTarget(url, nothing)
    } catch (error) {
      return (error as Error).message
    }
  })
  expect(new Set(messages)).toEqual(new Set(['This address could not be reached.']))
})

test('a name with one private address among public ones is refused entirely', () => {
  const check = (addresses: string[]) => checkAddresses('mixed.example.com', addresses, 'public', nothing)
  expect(() => check(['93.184.216.34', '2606:2800:220:1::1'])).not.toThrow()
  expect(() => check(['93.184.216.34', '10.0.0.1'])).toThrow(FetchError)
})
