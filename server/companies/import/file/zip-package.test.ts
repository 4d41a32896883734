import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { archive } from './testing/archive.ts'
import { openZip } from './zip-package.ts'

const MB = 1024 * 1024
const content = randomBytes(MB / 2)
const part = (name: string, size: number) => ({ name, content, size, stored: true })

test('parts that are small enough individually must not be too large together', () => {
  // One part that unpacks to 40 MB exceeds neither the compression ratio nor the size limit.
  expect(() => openZip(archive([part('a.xml', 40 * MB)]))).not.toThrow()
  expect(() => openZip(archive([part('a.xml', 40 * MB), part('b.xml', 40 * MB)]))).toThrow('too large when unpacked')
  expect(() => openZip(archive([part('a.xml', 65 * MB)]))).toThrow('too large when unpacked')
})

test('a part with too high a compression ratio is refused for that alone', () => {
  expect(() => openZip(archive([part('a.xml', 51 * MB)]))).toThrow('packed too tightly')
})

test('a part that unpacks to more than its declared size is refused', () => {
  const bomb = archive([{ name: 'a.xml', content: Buffer.alloc(5 * MB), size: 1000 }])
  expect(() => openZip(bomb).part('a.xml')).toThrow('cannot be unpacked')
})
