import { attributesOf, scanMarkup } from '../../formats/html/markup.ts'
import { decodeEntities } from '../../formats/html/plain-text.ts'

/** Longer tags embed data instead of an address. */
const MAX_TAG = 3000
const MAX_PIECES = 4000
const ANYWHERE = /\s(?:onclick|data-(?:href|link|url|permalink))\s{0,3}=|<[a-z]{1,20}-/i
const MARKED = /\b(?:href|to|url|link|onclick|data-permalink)\s{0,3}=/i
const HAS_ADDRESS = /\shref\s{0,3}=/i
const SCRIPTED =
  /\blocation(?:\.href)?\s{0,3}=\s{0,3}["']([^"']{1,500})["']|(?:\blocation\.(?:replace|assign)|\bwindow\.open|\bnavigate|\brouter\.push)\(\s{0,3}["']([^"']{1,500})["']/
const DATA_ADDRESSES = ['data-href', 'data-link', 'data-url', 'data-permalink']
/** What the makers of custom elements call their attributes. */
const ADDRESSES = ['href', 'to', 'url', 'link']
const TITLES = ['headline', 'heading', 'title', 'label', 'name']
const DATES = ['date', 'datetime', 'published', 'publish-date', 'published-at', 'pubdate']
const LINKS = new Set(['a', 'area', 'base', 'link'])
const VOID = new Set('br col embed hr img input meta param source track wbr'.split(' '))

/** The address that a statement such as `location.href = '/news'` leads to, as written. */
export function scriptedAddress(script: string): string | null {
  const match = SCRIPTED.exec(script)
  return match?.[1] ?? match?.[2] ?? null
}

/**
 * Wraps the content of elements that only a script makes clickable, and of custom elements, in ordinary links, unless
 * they contain a link.
 */
export function withScriptedLinks(html: string): string {
  if (!ANYWHERE.test(html)) return html
  const pieces: string[] = []
  let written = 0
  let inside: { name: string; depth: number; piece: number } | null = null
  const insert = (markup: string, at: number) => {
    pieces.push(html.slice(written, at), markup)
    written = at
  }
  scanMarkup(html, 'html', {
    open(raw, from, end, isEmpty) {
      const name = raw.toLowerCase()
      const link = linkOf(name, html, from, end)
      if (inside && (link !== null || (name === 'a' && HAS_ADDRESS.test(html.slice(from, end))))) {
        pieces[inside.piece] = ''
        inside = null
      }
      if (inside?.name === name && !isEmpty) inside.depth += 1
      if (link === null || pieces.length >= MAX_PIECES) return undefined
      insert(isEmpty ? `${link}</a>` : link, end)
      if (!isEmpty) inside = { name, depth: 1, piece: pieces.length - 1 }
      return undefined
    },
    close(raw, start) {
      if (inside?.name !== raw.toLowerCase()) return undefined
      inside.depth -= 1
      if (inside.depth > 0) return undefined
      inside = null
      insert('</a>', start)
      return undefined
    },
  })
  return pieces.length === 0 ? html : pieces.join('') + html.slice(written)
}

function linkOf(name: string, html: string, from: number, end: number): string | null {
  if (LINKS.has(name) || VOID.has(name) || end - from > MAX_TAG || !MARKED.test(html.slice(from, end))) return null
  const attributes = attributesOf(html, from, end)
  const isCustom = name.includes('-')
  const given = (names: string[]) =>
    names.map((each) => attributes.get(each) ?? '').find((value) => value.trim() !== '') ?? null
  const address =
    given(isCustom ? [...DATA_ADDRESSES, ...ADDRESSES] : DATA_ADDRESSES) ??
    scriptedAddress(decodeEntities(attributes.get('onclick') ?? ''))
  if (address === null) return null
  const title = (isCustom && given(TITLES)) || ''
  const date = (isCustom && given(DATES)) || ''
  return `<a href="${quoted(address)}">${quoted(title)}${date === '' ? '' : `<time datetime="${quoted(date)}"></time>`}`
}

const quoted = (value: string) => value.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
