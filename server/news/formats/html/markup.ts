/** Numbers are offsets into the text. A tag's attributes are between `attributes` and `end`, which is after its `>`. */
export type Visitor = {
  /** Returning false ends the scan. */
  open: (name: string, attributes: number, end: number, isEmpty: boolean) => boolean | undefined
  close: (name: string, start: number, end: number) => boolean | undefined
  other?: (start: number, end: number) => void
}

const LT = 60
const GT = 62
const SLASH = 47
const EQUALS = 61
const DOUBLE = 34
const SINGLE = 39
/** A 5 MB feed has about a third as many `<`; only an attack has more. */
const MAX_SIGNS = 400_000
/** The maximum length of a tag, not counting quoted values. */
const MAX_TAG = 50_000
const RAW_TEXT = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe'])

/**
 * Reports every tag in one pass that is linear for any input, because feeds and pages are untrusted. Returns false if
 * the text ends inside a tag or has too many tags.
 */
export function scanMarkup(text: string, mode: 'xml' | 'html', visitor: Visitor, mostSigns = MAX_SIGNS): boolean {
  const closing = quoteFinder(text)
  const unclosed = new Set<string>()
  let at = 0
  for (let signs = 0; signs < mostSigns; signs += 1) {
    const start = text.indexOf('<', at)
    if (start < 0) return true
    const code = text.charCodeAt(start + 1)
    if (code === SLASH) {
      const nameEnd = endOfName(text, start + 2)
      const end = text.indexOf('>', nameEnd)
      if (end < 0) return false
      if (nameEnd > start + 2 && visitor.close(text.slice(start + 2, nameEnd), start, end + 1) === false) return true
      at = end + 1
    } else if (isNameStart(code)) {
      const nameEnd = endOfName(text, start + 2)
      const end = endOfTag(text, nameEnd, closing)
      if (end < 0) return false
      at = end
      // A second `<` before the tag ends means that the first was plain text.
      if (text.charCodeAt(end) === LT) continue
      at = end + 1
      const name = text.slice(start + 1, nameEnd)
      const isEmpty = text.charCodeAt(end - 1) === SLASH
      if (visitor.open(name, nameEnd, at, isEmpty) === false) return true
      if (mode === 'html' && !isEmpty) at = afterRawText(text, name, at, unclosed)
    } else {
      const next = afterDeclaration(text, start, code, mode)
      if (next < 0) return false
      if (next > start + 1) visitor.other?.(start, next)
      at = next
    }
  }
  return false
}

export function attributesOf(text: string, from: number, to: number): Map<string, string> {
  const found = new Map<string, string>()
  let at = from
  while (at < to && found.size < 100) {
    while (at < to && (isSpace(text.charCodeAt(at)) || text.charCodeAt(at) === SLASH)) at += 1
    const nameAt = at
    while (at < to && !isSpace(text.charCodeAt(at)) && !isAttributeEnd(text.charCodeAt(at))) at += 1
    const name = text.slice(nameAt, at).toLowerCase()
    while (at < to && isSpace(text.charCodeAt(at))) at += 1
    let value = ''
    if (text.charCodeAt(at) === EQUALS) {
      at += 1
      while (at < to && isSpace(text.charCodeAt(at))) at += 1
      const quote = text.charCodeAt(at)
      const end = quote === DOUBLE || quote === SINGLE ? text.indexOf(text.charAt(at), at + 1) : -1
      const valueAt = end >= 0 && end < to ? at + 1 : at
      if (valueAt > at) at = end
      else while (at < to && !isSpace(text.charCodeAt(at)) && text.charCodeAt(at) !== GT) at += 1
      value = text.slice(valueAt, at)
    }
    if (name !== '' && !found.has(name)) found.set(name, value)
    at += 1
  }
  return found
}

/** The offset of its `>`, or of a `<` that shows it wasn't a tag; -1 if there is neither. */
function endOfTag(text: string, from: number, closing: (quote: string, at: number) => number): number {
  let isValue = false
  let until = Math.min(text.length, from + MAX_TAG)
  for (let at = from; at < until; at += 1) {
    const code = text.charCodeAt(at)
    if (code === GT || code === LT) return at
    if (isValue && (code === DOUBLE || code === SINGLE)) {
      const end = closing(text.charAt(at), at + 1)
      if (end >= 0) {
        until = Math.min(text.length, until + end - at)
        at = end
      }
    }
    if (!isSpace(code)) isValue = code === EQUALS
  }
  return -1
}

/** Looks for the last quote only once, so that a text full of unpaired quotes still takes linear time. */
function quoteFinder(text: string): (quote: string, at: number) => number {
  const last = new Map<string, number>()
  return (quote, at) => {
    let end = last.get(quote)
    if (end === undefined) last.set(quote, (end = text.lastIndexOf(quote)))
    return at > end ? -1 : text.indexOf(quote, at)
  }
}

function afterRawText(text: string, written: string, from: number, unclosed: Set<string>): number {
  const name = written.toLowerCase()
  if (!RAW_TEXT.has(name) || unclosed.has(name)) return from
  for (let at = text.indexOf('</', from); at >= 0; at = text.indexOf('</', at + 2)) {
    if (text.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at
  }
  unclosed.add(name)
  return name === 'title' ? from : text.length
}

/** The offset after the declaration or after a lone `<`; -1 if the text is truncated. */
function afterDeclaration(text: string, start: number, code: number, mode: 'xml' | 'html'): number {
  const behind = (end: string, from: number) => {
    const found = text.indexOf(end, from)
    return found < 0 ? -1 : found + end.length
  }
  if (code === 33) {
    if (text.startsWith('<!--', start)) return behind('-->', start + 4)
    if (mode === 'xml' && text.startsWith('<![CDATA[', start)) return behind(']]>', start + 9)
    return mode === 'xml' ? afterDoctype(text, start) : behind('>', start)
  }
  if (code === 63) return behind(mode === 'xml' ? '?>' : '>', start)
  return start + 1
}

/** Skips declarations, in particular entities, without reading them. */
function afterDoctype(text: string, start: number): number {
  const end = text.indexOf('>', start)
  if (end < 0) return -1
  const subset = text.slice(start, end).indexOf('[')
  if (subset < 0) return end + 1
  const close = /\]\s{0,100}>/g
  close.lastIndex = start + subset
  return close.test(text) ? close.lastIndex : -1
}

function endOfName(text: string, from: number): number {
  let at = from
  while (at < text.length && !isNameEnd(text.charCodeAt(at))) at += 1
  return at
}

const isNameStart = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)
const isAttributeEnd = (code: number) => code === EQUALS || code === GT || code === SLASH
const isNameEnd = (code: number) => isSpace(code) || code === GT || code === SLASH || code === LT
