import { Parser } from 'htmlparser2'

export const MAX_TITLE = 500
export const MAX_TEXT = 20_000
const MAX_HTML = 500_000

/** Deeper than browsers nest; the parser's stack makes every further level dearer. */
export const MAX_DEPTH = 256

/** One line that the database and a page can hold: no control characters, no doubled spaces, not longer than `most`. */
export function line(value: unknown, most = MAX_TITLE): string {
  if (typeof value !== 'string') return ''
  // What does not count in the end is not worked on: a title may be a megabyte of spaces.
  const spaced = value
    .slice(0, most * 8)
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return cut(spaced, most)
}

/** Paragraphs, each a line, with empty ones left out. */
export function paragraphs(value: unknown, most = MAX_TEXT): string {
  if (typeof value !== 'string') return ''
  const lines = value
    .slice(0, most * 8)
    .split(/[\n\r]+/)
    .map((each) => line(each, most))
  return cut(lines.filter(Boolean).join('\n'), most)
}

/** What a person would read of a piece of HTML: tags are out, entities are read, blocks are paragraphs. */
export function textOfHtml(html: unknown, most = MAX_TEXT): string {
  if (typeof html !== 'string') return ''
  if (!/[<&]/.test(html)) return paragraphs(html, most)
  const parts: string[] = []
  let depth = 0
  let unread = 0
  let size = 0
  const parser = new Parser({
    onopentagname(name) {
      depth += 1
      if (UNREAD.has(name)) unread += 1
      if (BLOCKS.has(name)) parts.push('\n')
      if (depth > MAX_DEPTH) parser.pause()
    },
    ontext(text) {
      if (unread > 0) return
      parts.push(text.replaceAll(/[\n\r]+/g, ' '))
      size += text.length
      if (size > most * 4) parser.pause()
    },
    onclosetag(name) {
      depth -= 1
      if (UNREAD.has(name)) unread -= 1
      if (BLOCKS.has(name)) parts.push('\n')
    },
  })
  parser.end(html.slice(0, MAX_HTML))
  return paragraphs(parts.join(''), most)
}

/** Control, bidirectional and zero-width characters, which hide or turn what a reader sees. */
const INVISIBLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFE\uFFFF]/g

const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'head'])

const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
)

/** Half a character at the end or anywhere else becomes the replacement character, or nothing. */
const cut = (text: string, most: number) =>
  (text.length > most
    ? text
        .slice(0, most)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()
    : text
  ).toWellFormed()
