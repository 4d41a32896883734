import { COMPANY_TOKEN } from './input.ts'

export type Span = { start: number; end: number }

/** What the tokenizer writes for a space. It also puts one before the first word and after the company's token. */
const SPACE = '\u0120'

/** Where each token stands in the text. A token has one character for each byte of UTF-8. */
export function spansOf(text: string, tokens: readonly string[]): Span[] {
  const places = bytePlaces(text)
  let at = 0
  return tokens.map((token) => {
    if (token === COMPANY_TOKEN) {
      const start = text.indexOf(COMPANY_TOKEN, places[at] ?? text.length)
      at = places.indexOf(start + COMPANY_TOKEN.length, at)
      return { start, end: start + COMPANY_TOKEN.length }
    }
    const isAdded = token.startsWith(SPACE) && text[places[at] ?? text.length] !== ' '
    const start = places[at] ?? text.length
    at += token.length - (isAdded ? 1 : 0)
    return { start, end: places[at] ?? text.length }
  })
}

/** For each byte the character it belongs to, and the text's end. */
const bytePlaces = (text: string): number[] => {
  const places: number[] = []
  let place = 0
  for (const character of text) {
    for (let byte = Buffer.byteLength(character); byte > 0; byte -= 1) places.push(place)
    place += character.length
  }
  return [...places, text.length]
}
