/** Dots between a label and its value: "Revenue ........ $66,210". */
export const LEADER = /\s?(?:\.\s?){3,}(?=[\p{Sc}\d(~-])/u

/** Without bullets, emphasis, struck text, link addresses, and leaders. */
export const plain = (line: string): string =>
  line
    .replace(/^\s*(?:#{1,6}\s|[•▪◦‣●*–-]\s|\d{1,2}[.)]\s)?\s*/u, '')
    .replaceAll(/\[([^\]]{0,200})\]\([^)\s]{0,500}\)/g, '$1')
    .replaceAll(/~~[^~]{0,200}~~/g, '')
    .replaceAll(/\*{1,3}|(?<![\p{L}\d])_+|_+(?![\p{L}\d])|[`¹²³†‡]/gu, '')
    .replace(LEADER, ': ')
    .replaceAll(/\s+/g, ' ')
    .trim()
