import { z } from 'zod'
import { LOGO_PX } from '#domain/companies/logo.ts'

type Tag = { name: string; attributes: Map<string, string> }

// A page that exceeds these limits is an attack.
const MAX_TAGS = 5000
const MAX_WANTED = 400
const MAX_ATTRIBUTES = 200
const MAX_VALUE = 4096
const WANTED = new Set(['link', 'base'])
/** Elements whose content is text up to their end tag. */
const TEXT_ONLY = new Map(
  ['script', 'style', 'title', 'textarea', 'noembed', 'noframes', 'xmp', 'iframe', 'template'].map((name) => [
    name,
    new RegExp(`</${name}(?![a-z0-9-])`, 'gi'),
  ]),
)

/** Runs in linear time. Unclosed constructs swallow the rest of the page, as in a browser. */
function readHead(html: string): Tag[] {
  const tags: Tag[] = []
  const opening = /<(!--|[a-z][a-z0-9:-]{0,30})/gi
  for (let seen = 0; seen < MAX_TAGS && tags.length < MAX_WANTED; seen += 1) {
    const name = opening.exec(html)?.[1]?.toLowerCase()
    if (!name || name === 'body') break
    const end = name === '!--' ? endOfComment(html, opening.lastIndex) : readTag(html, opening.lastIndex, name, tags)
    if (end < 0) break
    opening.lastIndex = end
  }
  return tags
}

function endOfComment(html: string, start: number): number {
  // `<!-->` is a complete comment.
  const end = html.indexOf('-->', start - 2)
  return end < 0 ? -1 : end + 3
}

/** Returns the end of the tag or, for text-only elements, of their content; -1 if unclosed. */
function readTag(html: string, start: number, name: string, tags: Tag[]): number {
  const attributes = new Map<string, string>()
  const end = readAttributes(html, start, attributes)
  if (end >= 0 && WANTED.has(name)) tags.push({ name, attributes: decoded(attributes) })
  const closing = TEXT_ONLY.get(name)
  if (!closing || end < 0) return end
  closing.lastIndex = end
  return closing.test(html) ? closing.lastIndex : -1
}

const ATTRIBUTE_NAME = /[^\s"'<>/=]+/y
const SPACE = /[\s/]*/y
const EQUALS = /\s*=\s*/y
const PLAIN_VALUE = /[^\s>]*/y

/** Returns where the tag ends, or -1 if unclosed. */
function readAttributes(html: string, start: number, attributes: Map<string, string>): number {
  let at = start
  for (let steps = 0; at < html.length && steps < MAX_ATTRIBUTES; steps += 1) {
    at = after(SPACE, html, at)
    if (html[at] === '>') return at + 1
    const nameEnd = after(ATTRIBUTE_NAME, html, at)
    // A stray quote or other symbol is skipped; a browser would treat it as part of a name.
    if (nameEnd === at) {
      at += 1
      continue
    }
    const name = html.slice(at, nameEnd).toLowerCase()
    at = nameEnd
    let value = ''
    const valueStart = after(EQUALS, html, at)
    if (valueStart > at) {
      const quote = html[valueStart]
      const isQuoted = quote === '"' || quote === "'"
      const valueEnd = isQuoted ? html.indexOf(quote, valueStart + 1) : after(PLAIN_VALUE, html, valueStart)
      if (valueEnd < 0) return -1
      value = html.slice(isQuoted ? valueStart + 1 : valueStart, valueEnd)
      at = isQuoted ? valueEnd + 1 : valueEnd
    }
    if (!attributes.has(name)) attributes.set(name, value)
  }
  return -1
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  sol: '/',
  period: '.',
  quest: '?',
  equals: '=',
  num: '#',
  nbsp: ' ',
}

const decoded = (attributes: Map<string, string>) =>
  new Map([...attributes].map(([name, value]) => [name, decodedValue(value.slice(0, MAX_VALUE))]))

function decodedValue(value: string): string {
  return value
    .replaceAll(/&(?:#x([0-9a-f]{1,6});?|#(\d{1,7});?|([a-z]{2,6});)/gi, (whole, hex, decimal, name) => {
      if (name) return NAMED[String(name).toLowerCase()] ?? whole
      const code = hex ? parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\u{fffd}'
    })
    .trim()
}

export type Icon = { url: string; px: number }

const MAX_PARSED = 512 * 1024
const TOUCH_ICONS = ['apple-touch-icon', 'apple-touch-icon-precomposed']
/** Assumed when no size is given. */
const TOUCH_PX = 180
const ICON_PX = 32
const MAX_MANIFEST_ICONS = 50

export function readIcons(bytes: Buffer, pageUrl: string): { icons: Icon[]; manifest: string | null } {
  const tags = readHead(bytes.toString('utf8', 0, MAX_PARSED))
  const base =
    resolve(
      attribute(
        tags.find(({ name }) => name === 'base'),
        'href',
      ),
      pageUrl,
    ) ?? pageUrl
  const links = tags
    .filter(({ name }) => name === 'link')
    .map((tag) => ({
      rel: attribute(tag, 'rel').toLowerCase().split(/\s+/),
      url: resolve(attribute(tag, 'href'), base),
      type: attribute(tag, 'type'),
      sizes: attribute(tag, 'sizes'),
      // Usually an icon for dark mode only.
      isConditional: attribute(tag, 'media') !== '',
    }))
  const icons = links.flatMap(({ rel, url, type, sizes, isConditional }) => {
    const isTouch = TOUCH_ICONS.some((name) => rel.includes(name))
    if (!url || isDrawing(url, type) || !(isTouch || rel.includes('icon'))) return []
    const px = pixels(sizes) ?? (isTouch ? TOUCH_PX : ICON_PX)
    return [{ url, px: isConditional ? Math.min(px, ICON_PX) - 1 : px }]
  })
  return { icons: ordered(icons), manifest: links.find(({ rel }) => rel.includes('manifest'))?.url ?? null }
}

const Manifest = z.object({
  icons: z.array(z.unknown()).transform((icons) => icons.slice(0, MAX_MANIFEST_ICONS)),
})
const ManifestIcon = z.object({
  src: z.string().max(2048),
  sizes: z.string().default(''),
  type: z.string().default(''),
  purpose: z.string().default('any'),
})

export function readManifest(bytes: Buffer, manifestUrl: string): Icon[] {
  const manifest = Manifest.safeParse(parsed(bytes))
  if (!manifest.success) return []
  const icons = manifest.data.icons.flatMap((icon) => {
    const { data } = ManifestIcon.safeParse(icon)
    const url = data && resolve(data.src, manifestUrl)
    // A monochrome icon has no colors of its own, and a maskable one is mostly margin.
    if (!url || !/\bany\b/.test(data.purpose) || isDrawing(url, data.type)) return []
    return [{ url, px: pixels(data.sizes) ?? ICON_PX }]
  })
  return ordered(icons)
}

/** Icons that are large enough come first, smallest to largest, then the rest from largest to smallest. */
function ordered(icons: Icon[]): Icon[] {
  const rank = ({ px }: Icon) => (px >= LOGO_PX ? px : 1_000_000 - px)
  const sorted = icons.toSorted((a, b) => rank(a) - rank(b))
  return sorted.filter(({ url }, index) => sorted.findIndex((icon) => icon.url === url) === index)
}

const attribute = (tag: Tag | undefined, name: string) => tag?.attributes.get(name) ?? ''

function resolve(href: string, base: string): string | null {
  const url = href ? URL.parse(href, base) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  url.hash = ''
  return url.href
}

const isDrawing = (url: string, type: string) => /svg/i.test(type) || /\.svgz?$/i.test(new URL(url).pathname)

/** The shorter side of the largest size in a list such as `16x16 32x32`. */
function pixels(sizes: string): number | null {
  const sides = [...sizes.slice(0, 200).matchAll(/(\d{1,4})x(\d{1,4})/gi)].map(([, width, height]) =>
    Math.min(Number(width), Number(height)),
  )
  return sides.length > 0 ? Math.max(...sides) : null
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\u{feff}/u, ''))
  } catch {
    return null
  }
}
