import { wideEncoding } from './file-kind.ts'

/** The text of a file whose encoding nobody told: Unicode where it can be, else what Windows programs of the West write. */
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

/** A damaged byte or two among proper characters does not make a file another encoding's. */
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
