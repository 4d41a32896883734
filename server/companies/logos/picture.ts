import { LOGO_PX } from '#domain/companies/logo.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** The chunks that a still image needs; text, dates and additional frames are dropped. */
const KEPT = new Set('IHDR PLTE tRNS IDAT IEND gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP'.split(' '))

const MAX_PNG_CHUNKS = 5000

function readPng(bytes: Buffer): Picture | null {
  if (!bytes.subarray(0, 8).equals(SIGNATURE) || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  const kept: Buffer[] = [SIGNATURE]
  let hasPixels = false
  for (let at = 8; ;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length || kept.length > MAX_PNG_CHUNKS) return null
    if (KEPT.has(type)) kept.push(bytes.subarray(at, end))
    // Browsers can't read an image with an unknown critical chunk either.
    else if (/^[A-Z]/.test(type)) return null
    hasPixels ||= type === 'IDAT'
    if (type === 'IEND') break
    at = end
  }
  if (!hasPixels) return null
  return {
    mediaType: 'image/png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    bytes: Buffer.concat(kept),
  }
}

/** Keeps only the first frame, because logos must not be animated. */
function readGif(bytes: Buffer): Picture | null {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null
  const width = bytes.readUInt16LE(6)
  const height = bytes.readUInt16LE(8)
  for (let at = 13 + colorsAt(bytes, 10); ;) {
    const kind = bytes.readUInt8(at)
    if (kind === EXTENSION) at = endOfBlocks(bytes, at + 2)
    else if (kind === FRAME) {
      const right = bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5)
      const bottom = bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7)
      // Browsers enlarge the canvas to fit such a frame.
      if (right > width || bottom > height) return null
      const end = endOfBlocks(bytes, at + 11 + colorsAt(bytes, at + 9))
      const still = Buffer.concat([bytes.subarray(0, end), Buffer.from([TRAILER])])
      return { mediaType: 'image/gif', width, height, bytes: still }
    } else return null
  }
}

const EXTENSION = 0x21
const FRAME = 0x2c
const TRAILER = 0x3b

function colorsAt(bytes: Buffer, position: number): number {
  const flags = bytes.readUInt8(position)
  return flags & 0x80 ? 3 << ((flags & 0x07) + 1) : 0
}

function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1
  return at + 1
}

/** Limited because thousands of scans can keep a decoder busy for minutes. */
const MAX_SCANS = 64

function readJpeg(bytes: Buffer): Picture | null {
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
      // A second frame could be larger than the measured one.
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

/** C0 to CF start a frame, except three that hold tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** A scan ends at an FF followed by neither 00 (an escaped FF) nor a restart marker. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = start; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new RangeError('the image is truncated')
}

const jpeg = (size: { width: number; height: number }, bytes: Buffer): Picture => ({
  mediaType: 'image/jpeg',
  ...size,
  bytes,
})

const MAX_WEBP_CHUNKS = 100

/** Animations are rejected, because frames can't be dropped without re-encoding. */
function readWebp(bytes: Buffer): Picture | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) return null
  const sizes: { width: number; height: number }[] = []
  let hasPixels = false
  let parts = 0
  for (let at = 12; at + 8 <= end;) {
    parts += 1
    if (parts > MAX_WEBP_CHUNKS) return null
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (data.length < length || at + 8 + length > end || type.startsWith('ANI') || type === 'ANMF') return null
    const size = sizeOf(type, data)
    if (size) sizes.push(size)
    hasPixels ||= type === 'VP8 ' || type === 'VP8L'
    at += 8 + length + (length % 2)
  }
  const [first, ...rest] = sizes
  // The canvas and the image data each declare a size; if they differ, one of them is false.
  if (!first || !hasPixels || rest.some((size) => size.width !== first.width || size.height !== first.height))
    return null
  return { mediaType: 'image/webp', ...first, bytes: bytes.subarray(0, end) }
}

function sizeOf(type: string, data: Buffer): { width: number; height: number } | null {
  if (type === 'VP8X') return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
  if (type === 'VP8 ') {
    if (data.readUIntBE(3, 3) !== 0x9d012a) return null
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  }
  if (type === 'VP8L') {
    if (data.readUInt8(0) !== 0x2f) return null
    const fields = data.readUInt32LE(1)
    return { width: (fields & 0x3fff) + 1, height: ((fields >>> 14) & 0x3fff) + 1 }
  }
  return null
}

const MAX_ENTRIES = 64

function readIcon(bytes: Buffer): Picture | null {
  if (bytes.length < 6 || bytes.readUInt32BE(0) !== 0x00000100) return null
  const count = bytes.readUInt16LE(4)
  if (count === 0 || count > MAX_ENTRIES) return null
  const pictures = Array.from({ length: count }, (_, index) => readEntry(bytes, 6 + index * 16))
  return pictures.filter((picture) => picture !== null).toSorted(bySuitability)[0] ?? null
}

/** Prefers the smallest picture that is large enough, or else the largest. */
function bySuitability(a: Picture, b: Picture): number {
  const [isEnough, other] = [a.width >= LOGO_PX, b.width >= LOGO_PX]
  if (isEnough !== other) return isEnough ? -1 : 1
  return isEnough ? a.width - b.width : b.width - a.width || b.bytes.length - a.bytes.length
}

function readEntry(bytes: Buffer, at: number): Picture | null {
  const length = bytes.readUInt32LE(at + 8)
  const start = bytes.readUInt32LE(at + 12)
  const data = bytes.subarray(start, start + length)
  if (data.length < length || length < 40) return null
  return readPng(data) ?? readBitmap(data, bytes.subarray(at, at + 16))
}

/** Bitmaps in icons have no file header, and their height includes the transparency mask. */
function readBitmap(data: Buffer, entry: Buffer): Picture | null {
  const width = data.readInt32LE(4)
  const height = data.readInt32LE(8) / 2
  const bits = data.readUInt16LE(14)
  if (data.readUInt32LE(0) !== 40 || data.readUInt32LE(16) !== 0 || !DEPTHS.has(bits)) return null
  if (!(width > 0 && width <= 256 && height > 0 && height <= 256 && Number.isInteger(height))) return null
  const colors = bits > 8 ? 0 : data.readUInt32LE(32) || 1 << bits
  const rows = height * (Math.ceil((width * bits) / 32) + Math.ceil(width / 32))
  // The mask is optional if pixels have an alpha channel.
  const needed = 40 + 4 * (colors + (bits === 32 ? height * width : rows))
  if (colors > 256 || data.length < needed) return null
  const header = Buffer.alloc(22)
  header.writeUInt32BE(0x00000100, 0)
  header.writeUInt16LE(1, 4)
  entry.copy(header, 6)
  header.writeUInt8(width % 256, 6)
  header.writeUInt8(height % 256, 7)
  header.writeUInt32LE(header.length, 18)
  return { mediaType: 'image/x-icon', width, height, bytes: Buffer.concat([header, data]) }
}

const DEPTHS = new Set([1, 4, 8, 24, 32])

/** The media type is always detected from the bytes; a declared one is never trusted. */
export type Picture = {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/x-icon'
  width: number
  height: number
  /** Excludes trailing data and additional frames. */
  bytes: Buffer
}

export const MAX_PICTURE_BYTES = 1024 * 1024
const MIN_SIDE = 8
const MAX_SIDE = 4096
const MAX_PIXELS = 16_000_000

/** Null for other formats (such as SVG, which can contain scripts), truncated files and unsuitable sizes. */
export function readPicture(bytes: Buffer): Picture | null {
  if (bytes.length > MAX_PICTURE_BYTES) return null
  for (const read of [readPng, readJpeg, readGif, readWebp, readIcon]) {
    const picture = whole(() => read(bytes))
    if (picture) return hasFairSize(picture) ? picture : null
  }
  return null
}

const hasFairSize = ({ width, height }: Picture) =>
  Math.min(width, height) >= MIN_SIDE && Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS

/** The readers detect truncation by reading past the end. */
function whole(read: () => Picture | null): Picture | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
