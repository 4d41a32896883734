import { crc32, deflateSync } from 'node:zlib'

export function png(width: number, height = width, parts: [type: string, data: Buffer][] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, 0x7f)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngPart('IHDR', header),
    ...parts.map(([type, data]) => pngPart(type, data)),
    pngPart('IDAT', pixels),
    pngPart('IEND', Buffer.alloc(0)),
  ])
}

export function pngPart(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export const jpeg = Buffer.from(
  '/9j/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAMABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAID/8QAFxAAAwEAAAAAAAAAAAAAAAAAAAERAv/EABUBAQEAAAAAAAAAAAAAAAAAAAEE/8QAGhEAAQUBAAAAAAAAAAAAAAAAEQABEiFRAv/aAAwDAQACEQMRAD8Aw04MulQQDzEC9VIeRNYv/9k=',
  'base64',
)
export const webp = Buffer.from(
  'UklGRl4AAABXRUJQVlA4IFIAAABQAgCdASoQAAwAB0CWJbACdD3/8lVBY9SkXAAA/nGtjT90vRjfkLCucFM/WBX2J528dajQklbsC/nKJa+xPO/sZyxq5wXv9IoB5n9bw+TmgAAA',
  'base64',
)
export const losslessWebp = Buffer.from(
  'UklGRjAAAABXRUJQVlA4TCMAAAAvD8ACAA8Q87//8x8OFDKSxCCcv+UZtC8MEf0fB0mSwM+aCAA=',
  'base64',
)

export const movingGif = Buffer.concat([
  Buffer.from('GIF89a', 'latin1'),
  Buffer.from('08000800800000ff00000000ff', 'hex'),
  Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex'),
  gifFrame(),
  gifFrame(),
  Buffer.from([0x3b]),
])

function gifFrame(): Buffer {
  return Buffer.from('21f904000a0000002c0000000008000800000206848fa9cbed5d00', 'hex')
}

type Entry = { width: number; data: Buffer }

export function icon(entries: Entry[]): Buffer {
  const header = Buffer.alloc(6 + 16 * entries.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(entries.length, 4)
  let start = header.length
  for (const [index, { width, data }] of entries.entries()) {
    const at = 6 + index * 16
    header.set([width % 256, width % 256, 0, 0, 1, 0, 32, 0], at)
    header.writeUInt32LE(data.length, at + 8)
    header.writeUInt32LE(start, at + 12)
    start += data.length
  }
  return Buffer.concat([header, ...entries.map(({ data }) => data)])
}

export function bitmap(width: number): Buffer {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(width, 4)
  header.writeInt32LE(width * 2, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(32, 14)
  return Buffer.concat([header, Buffer.alloc(width * width * 4, 0xc0), Buffer.alloc(width * 4 * Math.ceil(width / 32))])
}
