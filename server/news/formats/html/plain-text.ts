import { Parser } from 'htmlparser2'
import { scanMarkup } from './markup.ts'

export const MAX_TITLE = 500
export const MAX_TEXT = 20_000

/** Control, bidirectional and zero-width characters mislead readers, and PostgreSQL rejects some of them. */
const INVISIBLE =
  /[\0-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]+/g
const UNTIDY = new Set([
  0x1680,
  0x200e,
  0x200f,
  0x205f,
  0x2060,
  0x3000,
  0xfeff,
  0xfffe,
  0xffff,
  ...codes(0x2000, 0x200b),
  ...codes(0x2028, 0x202f),
  ...codes(0x2066, 0x2069),
])
const LONGEST_ENTITY = 12
const SEMICOLON = 59
const MAX_HTML = 200_000
const BREAKING = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
)
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i img ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)
/** Tags that don't belong in a headline but are removed from it rather than shown. */
const FOREIGN = new Set(
  'applet base blink body embed frame frameset head html link marquee meta object param'.split(' '),
)
const SILENT = new Set('script style noscript iframe textarea template svg math head'.split(' '))
/** Processing stops once the text is this many times as long as the result may be. */
const SLACK = 8

/** Block elements become lines, and entities are decoded once. A text without tags keeps its line breaks. */
export function htmlToText(html: string, max: number): string {
  const given = html.length > MAX_HTML ? html.slice(0, MAX_HTML) : html
  return lines(given.includes('<') ? withoutTags(onOneLine(given), () => true, max) : decodeEntities(given), max)
}

/** Like `htmlToText`, but on one line. A tag that isn't HTML stays as written. */
export function headline(html: string, max: number): string {
  const given = html.length > MAX_HTML ? html.slice(0, MAX_HTML) : html
  const isTag = (name: string) => INLINE.has(name) || BREAKING.has(name) || SILENT.has(name) || FOREIGN.has(name)
  return oneLine(given.includes('<') ? withoutTags(given, isTag, max) : decodeEntities(given), max)
}

export function oneLine(text: string, max: number): string {
  return cut(tidy(text.length > max * SLACK ? text.slice(0, max * SLACK) : text), max)
}

export function lines(text: string, max: number): string {
  const given = text.includes('\r') ? text.replaceAll('\r', '\n') : text
  if (!given.includes('\n')) return oneLine(given, max)
  const written = given
    .slice(0, max * SLACK)
    .split('\n')
    .map(tidy)
  return cut(written.filter((line) => line !== '').join('\n'), max)
}

const onOneLine = (html: string): string => {
  const spaced = html.includes('\n') ? html.replaceAll('\n', ' ') : html
  return spaced.includes('\r') ? spaced.replaceAll('\r', ' ') : spaced
}

export function decodeXml(text: string): string {
  let at = text.indexOf('&')
  if (at < 0) return text
  let out = ''
  let from = 0
  while (at >= 0) {
    let end = at + 2
    while (end < at + LONGEST_ENTITY && text.charCodeAt(end) !== SEMICOLON) end += 1
    const decoded = end < at + LONGEST_ENTITY ? entity(text.slice(at + 1, end)) : null
    if (decoded !== null) {
      out += text.slice(from, at) + decoded
      from = end + 1
    }
    at = text.indexOf('&', decoded === null ? at + 1 : from)
  }
  return out + text.slice(from)
}

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  let decoded = ''
  // The HTML parser knows all entity names, but must not see a `<`, which could open a tag.
  const parser = new Parser({ ontext: (part) => (decoded += part) })
  for (const [at, piece] of text.split('<').entries()) {
    if (at > 0) decoded += '<'
    if (piece.includes('&')) parser.parseComplete(piece)
    else decoded += piece
  }
  return decoded
}

function entity(name: string): string | null {
  if (name === 'lt') return '<'
  if (name === 'gt') return '>'
  if (name === 'amp') return '&'
  if (name === 'quot') return '"'
  if (name === 'apos') return "'"
  if (!name.startsWith('#')) return null
  const digits = name.charAt(1) === 'x' || name.charAt(1) === 'X' ? name.slice(2) : null
  const code =
    digits === null
      ? /^#\d+$/.test(name)
        ? Number(name.slice(1))
        : -1
      : /^[\da-f]+$/i.test(digits)
        ? Number.parseInt(digits, 16)
        : -1
  if (code < 0) return null
  // HTML reads these code points as windows-1252, because that's what old tools wrote.
  if (code >= 128 && code < 160) return `&#${code};`
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\uFFFD' : String.fromCodePoint(code)
}

function withoutTags(html: string, isTag: (name: string) => boolean, max: number): string {
  const enough = max * SLACK
  let out = ''
  let from = 0
  let silent: { name: string; depth: number } | null = null
  let last = 0
  const pass = (name: string, start: number, end: number) => {
    if (!silent)
      out +=
        decodeEntities(html.slice(from, start)) +
        (BREAKING.has(name) ? '\n' : name === '' || INLINE.has(name) ? '' : ' ')
    from = end
  }
  const isWhole = scanMarkup(html, 'html', {
    open(written, attributes, end, isEmpty) {
      const name = written.toLowerCase()
      last = end
      if (!isTag(name)) return undefined
      pass(name, attributes - written.length - 1, end)
      if (silent?.name === name) silent.depth += isEmpty ? 0 : 1
      else if (!silent && !isEmpty && SILENT.has(name)) silent = { name, depth: 1 }
      return out.length < enough
    },
    close(written, start, end) {
      const name = written.toLowerCase()
      last = end
      if (!isTag(name)) return undefined
      pass(name, start, end)
      if (silent?.name === name && (silent.depth -= 1) === 0) silent = null
      return undefined
    },
    other(start, end) {
      last = end
      pass('', start, end)
    },
  })
  if (silent || out.length >= enough) return out
  // If the HTML is truncated inside a tag, only what precedes the tag is text.
  const rest = html.slice(from)
  const broken = isWhole ? -1 : rest.indexOf('<', Math.max(0, last - from))
  return out + decodeEntities(broken < 0 ? rest : rest.slice(0, broken))
}

function tidy(line: string): string {
  const text = line.trim()
  return isTidy(text) ? text : text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
}

/** Most lines are clean, and testing is cheaper than replacing. */
function isTidy(text: string): boolean {
  let isAfterSpace = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 32 || (code === 32 && isAfterSpace)) return false
    if (code > 126 && (code <= 160 || code === 173 || (code >= 0x1680 && UNTIDY.has(code)))) return false
    isAfterSpace = code === 32
  }
  return true
}

function codes(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

/** Never splits a surrogate pair. */
export function cut(text: string, max: number): string {
  return (
    text.length > max
      ? `${text
          .slice(0, max - 1)
          .trimEnd()
          .replace(/[\ud800-\udbff]$/, '')}…`
      : text
  ).toWellFormed()
}
