import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test.each([
  [
    [
      { a: 1, b: null },
      { a: 'x, "y"', c: { d: 2 } },
    ],
    '\uFEFFa,b,c\r\n1,,\r\n"x, ""y""",,"{""d"":2}"\r\n',
  ],
  [[{ a: '=1+1' }, { a: '@x' }, { a: -5 }], "\uFEFFa\r\n'=1+1\r\n'@x\r\n-5\r\n"],
  [[{ a: '-' }, { a: "'=1" }, { a: '＝1' }, { a: 'a;b' }], "\uFEFFa\r\n'-\r\n''=1\r\n'＝1\r\n\"a;b\"\r\n"],
  [[{ at: new Date(0), line: 'a\nb' }], '\uFEFFat,line\r\n1970-01-01T00:00:00.000Z,"a\nb"\r\n'],
  [[], '\uFEFF\r\n'],
])('writes %j as CSV', (rows, expected) => {
  expect(toCsv(rows)).toBe(expected)
})
