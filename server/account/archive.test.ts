import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { unzip } from '../testing/files/documents.ts'
import { toCsv, zip } from './archive.ts'

const entries = [
  { name: 'about.json', content: '{"a":1}' },
  { name: 'grüße.csv', content: 'name\r\nÄrger 😀\r\n' },
  { name: 'empty.csv', content: '' },
]

test('names and contents come out as they went in', () => {
  expect([...unzip(zip(entries))]).toEqual(entries.map(({ name, content }) => [name, content]))
})

test('each file has its sum before it, and its name is marked as UTF-8', () => {
  const file = Buffer.from(zip(entries))
  expect(file.readUInt32LE(0)).toBe(0x04034b50)
  expect(file.readUInt16LE(6)).toBe(0x0800)
  expect(file.readUInt32LE(14)).toBe(crc32('{"a":1}'))
})

test('equal contents make equal files', () => {
  expect(Buffer.compare(zip(entries), zip(entries))).toBe(0)
})

test.each([
  [
    [
      { a: 1, b: null },
      { a: 'x, "y"', c: { d: 2 } },
    ],
    'a,b,c\r\n1,,\r\n"x, ""y""",,"{""d"":2}"\r\n',
  ],
  [[{ a: '=1+1' }, { a: '@x' }, { a: -5 }], "a\r\n'=1+1\r\n'@x\r\n-5\r\n"],
  [[{ at: new Date(0), line: 'a\nb' }], 'at,line\r\n1970-01-01T00:00:00.000Z,"a\nb"\r\n'],
  [[], '\r\n'],
])('CSV of %j', (rows, expected) => {
  expect(toCsv(rows)).toBe(expected)
})
