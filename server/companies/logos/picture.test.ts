import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitmap, icon, jpeg, losslessWebp, movingGif, png, pngPart, webp } from '../../testing/files/pictures.ts'
import { MAX_PICTURE_BYTES, readPicture } from './picture.ts'
import { growth, LINEAR } from '../../testing/growth.ts'

const size = (bytes: Buffer) => {
  const picture = readPicture(bytes)
  return picture && `${picture.mediaType} ${picture.width}x${picture.height}`
}

test.each([
  ['PNG', png(100, 40), 'image/png 100x40'],
  ['JPEG', jpeg, 'image/jpeg 16x12'],
  ['GIF', movingGif, 'image/gif 8x8'],
  ['WebP', webp, 'image/webp 16x12'],
  ['lossless WebP', losslessWebp, 'image/webp 16x12'],
  ['ICO with a bitmap', icon([{ width: 32, data: bitmap(32) }]), 'image/x-icon 32x32'],
  ['ICO with a PNG', icon([{ width: 256, data: png(256) }]), 'image/png 256x256'],
])('the media type and the size of a %s come from its bytes', (_name, bytes, expected) => {
  expect(size(bytes)).toBe(expected)
})

test.each([
  ['PNG', png(16)],
  ['JPEG', jpeg],
  ['GIF', movingGif],
  ['WebP', webp],
  ['ICO', icon([{ width: 16, data: bitmap(16) }])],
])('bytes after a %s are dropped, and a truncated one is refused', (_name, bytes) => {
  const garbage = Buffer.from('<script>alert(1)</script>')
  const picture = readPicture(Buffer.concat([bytes, garbage]))
  expect(picture?.bytes.includes('<script>')).toBe(false)
  expect(picture?.bytes).toEqual(readPicture(bytes)?.bytes)
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const part = bytes.subarray(0, Math.floor(bytes.length * share))
    // For an animation, one complete frame is enough.
    if (bytes !== movingGif || share < 0.5) expect(readPicture(part), `${share}`).toBeNull()
  }
})

test('SVG is refused, however it begins', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const start of ['', '<?xml version="1.0"?>', '\u{feff}', '  \n', '<!DOCTYPE svg>', '<!-- PNG -->'])
    expect(readPicture(Buffer.from(start + svg))).toBeNull()
})

test.each([
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['PDF', '%PDF-1.7 1 0 obj'],
  ['BMP', 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0'],
  ['AVIF', '\0\0\0\x20ftypavif\0\0\0\0'],
  ['nothing', ''],
])('%s is not a picture', (_name, text) => {
  expect(readPicture(Buffer.from(text, 'latin1'))).toBeNull()
})

test('HTML after the first bytes of a PNG is refused', () => {
  const disguised = Buffer.concat([png(16).subarray(0, 33), Buffer.from('<html><script>alert(1)</script></html>')])
  expect(readPicture(disguised)).toBeNull()
})

test('a picture larger than 1 MB is refused', () => {
  const padded = (bytes: number) => Buffer.concat([png(16), Buffer.alloc(bytes - png(16).length)])
  expect(size(padded(MAX_PICTURE_BYTES))).toBe('image/png 16x16')
  expect(readPicture(padded(MAX_PICTURE_BYTES + 1))).toBeNull()
  expect(MAX_PICTURE_BYTES).toBe(1024 * 1024)
})

/** A PNG of a few bytes that claims the given dimensions. */
function claiming(width: number, height: number): Buffer {
  const small = png(16)
  const header = Buffer.from(small.subarray(16, 29))
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([small.subarray(0, 8), pngPart('IHDR', header), small.subarray(33)])
}

test.each([
  [8, 8, true],
  [4096, 3906, true],
  [7, 100, false],
  [1, 1, false],
  [0, 100, false],
  [4097, 100, false],
  [4096, 3907, false],
  [0xffffffff, 0xffffffff, false],
])('pixel cap: %i by %i', (width, height, isFair) => {
  expect(readPicture(claiming(width, height)) !== null).toBe(isFair)
})

test('an animation is reduced to one frame or refused', () => {
  const still = readPicture(movingGif)?.bytes ?? Buffer.alloc(0)
  expect(still.length).toBeLessThan(movingGif.length)
  expect(still.toString('latin1').split('\x2c\0\0\0\0\x08\0\x08\0').length - 1).toBe(1)

  const moving = png(16, 16, [
    ['acTL', Buffer.alloc(8, 1)],
    ['fcTL', Buffer.alloc(26)],
    ['tEXt', Buffer.from('Author\0somebody')],
  ])
  expect(readPicture(moving)?.bytes).toEqual(png(16))

  const frames = Buffer.from(webp)
  frames.write('ANMF', 12, 'latin1')
  expect(readPicture(frames)).toBeNull()
})

test('a GIF whose frame is larger than its canvas is refused', () => {
  const bytes = Buffer.from(movingGif)
  const frame = bytes.indexOf(Buffer.from('2c00000000', 'hex'))
  bytes.writeUInt16LE(60_000, frame + 5)
  expect(readPicture(bytes)).toBeNull()
})

test('a WebP whose canvas and pixels differ is refused', () => {
  const canvas = Buffer.from('565038580a00000000000000ff0f00ff0f00', 'hex')
  const bytes = Buffer.concat([webp.subarray(0, 12), canvas, webp.subarray(12)])
  bytes.writeUInt32LE(bytes.length - 8, 4)
  expect(readPicture(bytes)).toBeNull()
})

test('an icon file yields its smallest image that is large enough, or else the largest', () => {
  const of = (...widths: number[]) => size(icon(widths.map((width) => ({ width, data: bitmap(width) }))))
  expect(of(16, 48, 32)).toBe('image/x-icon 48x48')
  expect(of(16, 256, 128, 64)).toBe('image/x-icon 128x128')
  const mixed = icon([
    { width: 64, data: bitmap(64) },
    { width: 256, data: png(256) },
  ])
  expect(size(mixed)).toBe('image/png 256x256')
})

test('corrupted bytes yield null or a picture within the pixel limit', () => {
  const samples = [png(16), jpeg, movingGif, webp, losslessWebp, icon([{ width: 16, data: bitmap(16) }])]
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
      fc.nat(),
      (sample, changes, end) => {
        const bytes = Buffer.from(sample)
        for (const [at, value] of changes) bytes.writeUInt8(value, at % bytes.length)
        const picture = readPicture(bytes.subarray(0, end % 3 === 0 ? end % bytes.length : bytes.length))
        if (picture) expect(picture.width * picture.height).toBeLessThanOrEqual(16_000_000)
      },
    ),
    { numRuns: 2000 },
  )
})

test.each<[string, (length: number) => Buffer]>([
  ['PNG', (length) => Buffer.concat([png(16).subarray(0, 33), Buffer.alloc(length - 33)])],
  ['JPEG', (length) => Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(length - jpeg.length, 0xff)])],
  ['GIF', (length) => Buffer.concat([movingGif.subarray(0, 13), Buffer.alloc(length - 13, 0x21)])],
  ['WebP', (length) => Buffer.concat([Buffer.from('RIFF\xf0\xff\x0f\0WEBP', 'latin1'), Buffer.alloc(length - 12)])],
])('a hostile %s yields no picture and takes linear time', async (_, picture) => {
  expect(readPicture(picture(MAX_PICTURE_BYTES))).toBeNull()
  expect(await growth(picture, MAX_PICTURE_BYTES, readPicture)).toBeLessThan(LINEAR)
})
