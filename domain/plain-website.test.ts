import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostKey } from './company-key.ts'
import { plainWebsite } from './plain-website.ts'
import { websiteAddress } from './website.ts'

const label = fc.stringMatching(/^[a-z0-9-]{1,12}$/)
const likely = fc
  .tuple(
    fc.constantFrom('', 'http://', 'https://', 'www.', 'https://www.', 'HTTPS://', 'ftp://'),
    fc.array(label, { maxLength: 4 }),
    fc.constantFrom('.com', '.io', '.c', '.0', '.123', '.', '', '.co.uk', ':80', '.com:443', '.XN--p1ai'),
    fc.constantFrom('', '/', '/a', '?b', '#', ' '),
  )
  .map(([scheme, labels, end, path]) => `${scheme}${labels.join('.')}${end}${path}`)

test('the short way gives what the full rule gives', () => {
  fc.assert(
    fc.property(fc.oneof(likely, fc.webUrl(), fc.domain(), fc.string()), (text) => {
      const plain = plainWebsite(text)
      if (plain === null) return
      expect(plain.website).toBe(websiteAddress(text))
      expect(plain.hostKey).toBe(hostKey(plain.website))
    }),
    { numRuns: 5000 },
  )
})

test.each([
  ['acme.com', 'https://acme.com', 'acme.com'],
  ['http://www.acme.co.uk/', 'http://www.acme.co.uk/', 'acme.co.uk'],
  ['www.com', 'https://www.com', 'www.com'],
])('%j goes the short way', (text, website, key) => {
  expect(plainWebsite(text)).toEqual({ website, hostKey: key })
})

test.each(['', 'acme', '1.2.3.4', 'xn--p1ai.com', 'https://acme.com/about', 'Acme.com', 'a b.com'])(
  '%j does not',
  (text) => {
    expect(plainWebsite(text)).toBeNull()
  },
)
