import { expect, test } from 'vitest'
import { localPart, localPartOf } from './address.ts'

test.each([
  ['Ada', 'ada-abcdefghjk'],
  ['Zoë O’Brien', 'zoeobrien-abcdefghjk'],
  ['', 'updates-abcdefghjk'],
  ['李', 'updates-abcdefghjk'],
  ['a'.repeat(50), `${'a'.repeat(20)}-abcdefghjk`],
])('the local part of the address for %s', (name, expected) => {
  expect(
    localPart(
      name,
      Uint8Array.from({ length: 10 }, (_, at) => at),
    ),
  ).toBe(expected)
})

test.each([
  ['ada-x@in.example', 'ada-x'],
  ['<Ada-X@IN.Example>', 'ada-x'],
  ['ada-x+cedar@in.example', 'ada-x'],
  ['ada-x@in.example.evil', null],
  ['ada-x@evil.example', null],
  ['+x@in.example', null],
  ['no address', null],
  ['', null],
])('an email to %s is for %s', (recipient, expected) => {
  expect(localPartOf(recipient, 'in.example')).toBe(expected)
})

test('without a domain, no email is for anybody', () => {
  expect(localPartOf('ada@', '')).toBeNull()
})
