import { wideEncoding } from './decode-text.ts'

export type FileKind = 'csv' | 'xlsx' | 'xls' | 'markup'

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

/** Detected from the content; null if it can't hold a list. Markup must contain a table and not be named as text. */
export function fileKind(bytes: Uint8Array, name: string): FileKind | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SNIFFED_BYTES))
  const begins = (signatures: string[]) => signatures.some((hex) => startsWith(start, hex))
  if (begins(ZIP)) return 'xlsx'
  if (begins(COMPOUND_FILE) || begins(BARE_SHEET)) return 'xls'
  if (begins(OTHERS) || !isText(start)) return null
  if (!isMarkup(start)) return 'csv'
  return holdsTable(bytes) && !/\.(?:csv|tsv|tab|txt)$/i.test(name) ? 'markup' : null
}

const startsWith = (start: Buffer, hex: string) => start.subarray(0, hex.length / 2).toString('hex') === hex

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
  return /^(?:\uFEFF|ï»¿)?\s*<[!?a-z]/i.test(decodedAs(start.subarray(0, 1024)))
}

const holdsTable = (bytes: Uint8Array) => /<(?:table|(?:\w+:)?Worksheet)[\s>]/i.test(decodedAs(bytes))

const decodedAs = (bytes: Uint8Array) => new TextDecoder(wideEncoding(bytes) ?? 'latin1').decode(bytes)
