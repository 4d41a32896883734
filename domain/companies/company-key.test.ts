import { expect, test } from 'vitest'
import { websiteAddress, hostKey, plainWebsite, nameKey, spellingKey } from './company-key.ts'
import fc from 'fast-check'

test.each([
  ['example.com', 'https://example.com'],
  ['  example.com  ', 'https://example.com'],
  ['http://example.com', 'http://example.com'],
  ['https://example.com/', 'https://example.com/'],
  ['HTTP://Example.com/About?a=1#b', 'http://example.com/About?a=1#b'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
  ['https://[2001:db8::1]/', 'https://[2001:db8::1]/'],
])('%j is read as %j', (typed, address) => {
  expect(websiteAddress(typed)).toBe(address)
})

test.each([
  '',
  '   ',
  'localhost',
  'https://localhost',
  'ftp://example.com',
  'ftp:example.com',
  'javascript:alert(1)',
  'mailto:a@example.com',
  'https://user:secret@example.com',
  'exa mple.com',
  'https://exa\\mple.com',
  'https://',
  'http//example',
  `https://example.com/${'a'.repeat(2048)}`,
])('%j is not a website', (typed) => {
  expect(websiteAddress(typed)).toBeNull()
})

const label = fc.stringMatching(/^[a-z0-9-]{1,12}$/)
const likely = fc
  .tuple(
    fc.constantFrom('', 'http://', 'https://', 'www.', 'https://www.', 'HTTPS://', 'ftp://'),
    fc.array(label, { maxLength: 4 }),
    fc.constantFrom('.com', '.io', '.c', '.0', '.123', '.', '', '.co.uk', ':80', '.com:443', '.XN--p1ai'),
    fc.constantFrom('', '/', '/a', '?b', '#', ' '),
  )
  .map(([scheme, labels, end, path]) => `${scheme}${labels.join('.')}${end}${path}`)

test('the fast path agrees with the full rule', () => {
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
])('%j takes the fast path', (text, website, key) => {
  expect(plainWebsite(text)).toEqual({ website, hostKey: key })
})

test.each(['', 'acme', '1.2.3.4', 'xn--p1ai.com', 'https://acme.com/about', 'Acme.com', 'a b.com'])(
  '%j does not take the fast path',
  (text) => {
    expect(plainWebsite(text)).toBeNull()
  },
)

test.each([
  ['Acme, Inc.', 'acme'],
  ['ACME', 'acme'],
  ['  Acme   Inc ', 'acme'],
  ['Acme Co., Ltd.', 'acme'],
  ['Müller & Söhne GmbH', 'muller sohne'],
  ['L’Étoile', 'letoile'],
  ['U.S. Robotics', 'us robotics'],
  ['Co', 'co'],
  ['日本電産株式会社', '日本電産株式会社'],
  ['Ａｃｍｅ', 'acme'],
  ['🚀', '🚀'],
  ['Acme Labs', 'acme labs'],
])('the name key of %s is "%s"', (name, key) => expect(nameKey(name)).toBe(key))

test('names made only of symbols stay distinct', () => {
  expect(nameKey('???')).not.toBe(nameKey('!!!'))
})

test.each([
  ['https://www.acme.example/about', 'acme.example'],
  ['http://ACME.example', 'acme.example'],
  ['https://acme.example./', 'acme.example'],
  ['https://www.example', 'www.example'],
  ['https://shop.acme.example', 'shop.acme.example'],
  [null, ''],
])('the host key of %s is "%s"', (website, key) => expect(hostKey(website)).toBe(key))

test('spellings of one name have one spelling key', () => {
  for (const names of [
    ['Petal Works', 'Petalworks', 'PETAL-WORKS, Inc.', 'petalworks'],
    ['Moss & Vale', 'Moss and Vale', 'Moss + Vale Ltd.'],
    ['Kestrel AI', 'Kestrel.ai'],
    ['And', 'and'],
  ])
    expect(new Set(names.map(spellingKey)).size).toBe(1)
  expect(spellingKey('Petal Works')).not.toBe(spellingKey('Petal Work'))
})
