import type { Picture } from './picture.ts'

const MAX_PARTS = 100

/** A still WebP. One that moves is refused: its frames cannot be left out without drawing it anew. */
export function readWebp(bytes: Buffer): Picture | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) return null
  const sizes: { width: number; height: number }[] = []
  let hasPixels = false
  let parts = 0
  for (let at = 12; at + 8 <= end;) {
    parts += 1
    if (parts > MAX_PARTS) return null
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (data.length < length || at + 8 + length > end || type.startsWith('ANI') || type === 'ANMF')
      return null
    const size = sizeOf(type, data)
    if (size) sizes.push(size)
    hasPixels ||= type === 'VP8 ' || type === 'VP8L'
    at += 8 + length + (length % 2)
  }
  const [first, ...rest] = sizes
  // The canvas and the pixels each say a size; where they differ, one of them lies.
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
