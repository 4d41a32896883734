import { readGif, readIcon, readJpeg, readPng, readWebp } from './picture-formats.ts'

/** The media type is detected from the bytes, never declared. */
export type Picture = {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/x-icon'
  width: number
  height: number
  /** Without trailing data and further frames. */
  bytes: Buffer
}

export const MAX_PICTURE_BYTES = 1024 * 1024
const MIN_SIDE = 8
const MAX_SIDE = 4096
const MAX_PIXELS = 16_000_000

/** Null for other formats (SVG is a program, not an image), truncated files and unsuitable sizes. */
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
