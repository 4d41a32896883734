import { LOGO_PX } from '#domain/company-logo.ts'
import { readPng } from './picture-png.ts'
import type { Picture } from './picture.ts'

const MAX_ENTRIES = 64

/** The one picture of an icon file that suits us best: as a PNG where it is one, else as an icon file of its own. */
export function readIcon(bytes: Buffer): Picture | null {
  if (bytes.length < 6 || bytes.readUInt32BE(0) !== 0x00000100) return null
  const count = bytes.readUInt16LE(4)
  if (count === 0 || count > MAX_ENTRIES) return null
  const pictures = Array.from({ length: count }, (_, index) => readEntry(bytes, 6 + index * 16))
  return pictures.filter((picture) => picture !== null).toSorted(bySuitability)[0] ?? null
}

/** The smallest that is large enough, else the largest. */
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

/** A bitmap without the header of a file: its height counts the transparency mask below it too. */
function readBitmap(data: Buffer, entry: Buffer): Picture | null {
  const width = data.readInt32LE(4)
  const height = data.readInt32LE(8) / 2
  const bits = data.readUInt16LE(14)
  if (data.readUInt32LE(0) !== 40 || data.readUInt32LE(16) !== 0 || !DEPTHS.has(bits)) return null
  if (!(width > 0 && width <= 256 && height > 0 && height <= 256 && Number.isInteger(height))) return null
  const colours = bits > 8 ? 0 : data.readUInt32LE(32) || 1 << bits
  const rows = height * (Math.ceil((width * bits) / 32) + Math.ceil(width / 32))
  // A mask may be missing where every pixel says itself how transparent it is.
  const needed = 40 + 4 * (colours + (bits === 32 ? height * width : rows))
  if (colours > 256 || data.length < needed) return null
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
