import type { Picture } from './picture.ts'

/** A drawing in thousands of passes keeps a decoder busy for minutes. */
const MAX_SCANS = 64

export function readJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let size: { width: number; height: number } | null = null
  let scans = 0
  for (let at = 2; ;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === END) return size && scans > 0 ? jpeg(size, bytes.subarray(0, at + 2)) : null
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return null
    if (isFrame(marker)) {
      // A second frame could be larger than the one that was measured.
      if (size) return null
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + length
    if (marker === SCAN) {
      scans += 1
      if (scans > MAX_SCANS) return null
      at = endOfScan(bytes, at)
    }
  }
}

const SCAN = 0xda
const END = 0xd9

/** C0 to CF begin a frame, but for three that hold tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Where the next marker stands: FF followed by neither 00 (an FF of the pixels) nor a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new RangeError('the picture was cut off')
}

const jpeg = (size: { width: number; height: number }, bytes: Buffer): Picture => ({
  mediaType: 'image/jpeg',
  ...size,
  bytes,
})
