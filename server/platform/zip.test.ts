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

test('files carry the given time', async () => {
  const at = new Date('2026-11-16T17:20:07Z')
  const file = Buffer.concat(await Array.fromAsync(zipStream([{ name: 'a.txt', content: ['a'] }], at)))
  // "UT" in the directory: the seconds since 1970, whatever the time zone of the machine.
  expect(file.readUInt32LE(file.lastIndexOf('UT') + 5)).toBe(at.getTime() / 1000)
})

test('a source that fails ends the archive with its error, and no source outlives the archive', async () => {
  const ended: string[] = []
  async function* source(name: string, error?: Error) {
    try {
      for (let at = 0; at < 1000; at += 1) yield `${name} ${at} `.repeat(1000)
      if (error) throw error
    } finally {
      ended.push(name)
    }
  }
  const parts = (error?: Error) => ['a', 'b'].map((name) => ({ name, content: source(name, error) }))
  await expect(Array.fromAsync(zipStream(parts(new Error('no rows'))))).rejects.toThrow('no rows')
  // The first chunk is the header of an entry.
  for await (const chunk of zipStream(parts())) if (chunk.length > 1000) break
  await expect.poll(() => ended).toEqual(['a', 'a'])
})

test('equal contents produce identical archives', async () => {
  expect(Buffer.compare(await written(), await written())).toBe(0)
})
