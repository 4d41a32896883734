import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { unzip } from '../testing/files/documents.ts'
import { zipStream } from './zip.ts'

const entries = [
  { name: 'about.json', content: '{"a":1}' },
  { name: 'grüße.csv', content: 'name\r\nÄrger 😀\r\n' },
  { name: 'empty.csv', content: '' },
]
const written = async () =>
  Buffer.concat(await Array.fromAsync(zipStream(entries.map(({ name, content }) => ({ name, content: [...content] })))))

test('names and contents survive a round trip', async () => {
  expect([...unzip(await written())]).toEqual(entries.map(({ name, content }) => [name, content]))
})

test('a name is marked as UTF-8, and the checksum appears in the directory', async () => {
  const file = await written()
  expect(file.readUInt32LE(0)).toBe(0x04034b50)
  expect(file.readUInt16LE(6) & 0x0800).toBe(0x0800)
  expect(file.readUInt32LE(file.readUInt32LE(file.length - 6) + 16)).toBe(crc32('{"a":1}'))
})

test('files carry the given time', async () => {
  const at = new Date('2026-11-16T17:20:07Z')
  const file = Buffer.concat(await Array.fromAsync(zipStream([{ name: 'a.txt', content: ['a'] }], at)))
  const [time, date] = [file.readUInt16LE(10), file.readUInt16LE(12)]
  expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 11, 16])
  expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([17, 20, 6])
})

test('equal contents produce identical archives', async () => {
  expect(Buffer.compare(await written(), await written())).toBe(0)
})
