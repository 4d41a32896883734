export type FileKind = 'csv' | 'xlsx' | 'xls'

const SNIFFED_BYTES = 64 * 1024
const ZIP = ['504b0304', '504b0506']
const COMPOUND_FILE = ['d0cf11e0a1b11ae1']
/** Sheets older than compound files: a BOF record of BIFF 2, 3 or 4. */
const BARE_SHEET = ['0900040002001000', '0900040000001000', '090206000000', '090406000000']
/** Signatures of documents, images, programs and archives. Other binaries are detected below. */
const OTHERS = [
  '25504446', // PDF
  '7b5c727466', // RTF
  '89504e47', // PNG
  '47494638', // GIF
  'ffd8ff', // JPEG
  '52494646', // RIFF: WebP, WAV
  '7f454c46', // ELF
  'cffaedfe', // Mach-O
  'cafebabe', // Java
  '0061736d', // WebAssembly
  '1f8b08', // gzip
  '425a68', // bzip2
  '377abcaf271c', // 7z
  '526172211a07', // RAR
  'fd377a585a00', // xz
  '53514c69746520666f726d6174', // SQLite
]

/** By content, whatever the name says; null if it cannot hold a list. */
export function fileKind(bytes: Uint8Array): FileKind | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SNIFFED_BYTES))
  const begins = (signatures: string[]) => signatures.some((hex) => startsWith(start, hex))
  if (begins(ZIP)) return 'xlsx'
  if (begins(COMPOUND_FILE) || begins(BARE_SHEET)) return 'xls'
  if (begins(OTHERS)) return null
  return isText(start) && !isMarkup(start) ? 'csv' : null
}

const startsWith = (start: Buffer, hex: string) => start.subarray(0, hex.length / 2).toString('hex') === hex

/** In UTF-16 every other byte is often zero; other encodings have at most a stray one. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const length = Math.min(bytes.length, SNIFFED_BYTES) & ~1
  const zeros = [0, 0]
  for (let at = 0; at < length; at += 1) if (bytes[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const enough = length / 20
  if (odd > enough && even * 10 < odd) return 'utf-16le'
  return even > enough && odd * 10 < even ? 'utf-16be' : null
}

function isText(start: Buffer): boolean {
  if (wideEncoding(start)) return true
  let controls = 0
  let zeros = 0
  for (const byte of start) {
    if (byte === 0) zeros += 1
    else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) controls += 1
  }
  return controls * 50 <= start.length && zeros * 10 <= start.length
}

function isMarkup(start: Buffer): boolean {
  const text = new TextDecoder(wideEncoding(start) ?? 'latin1').decode(start.subarray(0, 1024))
  return /^(?:\uFEFF|ï»¿)?\s*<[!?a-z]/i.test(text)
}

/** Unicode if valid, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  return decoded(bytes)
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
}

function decoded(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  return isMostlyBroken(text) ? new TextDecoder('windows-1252').decode(bytes) : text
}

/** One or two damaged bytes do not change the encoding. */
function isMostlyBroken(text: string): boolean {
  if (!text.includes('\uFFFD')) return false
  let broken = 0
  let proper = 0
  for (const [character] of text.matchAll(/[^\0-\x7F]/gu)) {
    if (character === '\uFFFD') broken += 1
    else proper += 1
  }
  return broken * 4 > proper
}
