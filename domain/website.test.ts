import { expect, test } from 'vitest'
import { websiteAddress } from './website.ts'

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
