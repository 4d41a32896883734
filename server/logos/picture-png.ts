import type { Picture } from './picture.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** What a still picture is drawn from; texts, dates and further frames are not. */
const KEPT = new Set('IHDR PLTE tRNS IDAT IEND gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP'.split(' '))

const MAX_PARTS = 5000

export function readPng(bytes: Buffer): Picture | null {
  if (!bytes.subarray(0, 8).equals(SIGNATURE) || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  const kept: Buffer[] = [SIGNATURE]
  let hasPixels = false
  for (let at = 8; ;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length || kept.length > MAX_PARTS) return null
    if (KEPT.has(type)) kept.push(bytes.subarray(at, end))
    // A part we do not know and may not leave out makes the rest unreadable, for a browser too.
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
