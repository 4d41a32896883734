import { expect, test } from 'vitest'
import { formatCode, parseCode } from './users.ts'

test('a code has sixteen characters in groups of four and is recognized however it is typed', () => {
  const code = formatCode(Uint8Array.from({ length: 16 }, (_, at) => at * 17))
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  const characters = code.replaceAll('-', '')
  for (const typed of [code, code.toLowerCase(), characters, ` ${characters.slice(0, 8)} – ${characters.slice(8)}\n`])
    expect(parseCode(typed)).toBe(characters)
})

test('characters that look like digits are read as digits', () => {
  expect(parseCode('OIL0-1111-2222-3333')).toBe('0110111122223333')
})

test.each(['', '7K2M', '7K2M-7K2M-7K2M-7K2', '7K2M-7K2M-7K2M-7K2MX', 'U'.repeat(16), "' or 1=1 --"])(
  '%j is not a code',
  (typed) => {
    expect(parseCode(typed)).toBe(null)
  },
)
