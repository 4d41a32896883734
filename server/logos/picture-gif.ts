import type { Picture } from './picture.ts'

/** The first frame only: a portfolio does not blink. */
export function readGif(bytes: Buffer): Picture | null {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null
  const width = bytes.readUInt16LE(6)
  const height = bytes.readUInt16LE(8)
  for (let at = 13 + coloursAt(bytes, 10); ;) {
    const kind = bytes.readUInt8(at)
    if (kind === EXTENSION) at = endOfBlocks(bytes, at + 2)
    else if (kind === FRAME) {
      const right = bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5)
      const bottom = bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7)
      // Browsers enlarge the canvas to a frame that does not fit.
      if (right > width || bottom > height) return null
      const end = endOfBlocks(bytes, at + 11 + coloursAt(bytes, at + 9))
      const still = Buffer.concat([bytes.subarray(0, end), Buffer.from([TRAILER])])
      return { mediaType: 'image/gif', width, height, bytes: still }
    } else return null
  }
}

const EXTENSION = 0x21
const FRAME = 0x2c
const TRAILER = 0x3b

/** The size of the colour table that the flags at a position announce. */
function coloursAt(bytes: Buffer, position: number): number {
  const flags = bytes.readUInt8(position)
  return flags & 0x80 ? 3 << ((flags & 0x07) + 1) : 0
}

function endOfBlocks(bytes: Buffer, start: number): number {
  let at = start
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1
  return at + 1
}
