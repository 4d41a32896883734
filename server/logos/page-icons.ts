import { z } from 'zod'
import { LOGO_PX } from '#domain/company-logo.ts'
import { readHead, type Tag } from './page-head.ts'

export type Icon = { url: string; px: number }

const MAX_PARSED = 512 * 1024
const TOUCH_ICONS = ['apple-touch-icon', 'apple-touch-icon-precomposed']
/** What an icon usually measures when it does not say. */
const TOUCH_PX = 180
const ICON_PX = 32
const MAX_MANIFEST_ICONS = 50

/** The icons a home page names, the most suitable first, and its web app manifest, which may name more. */
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
      // An icon for dark windows only is seldom the one that suits paper.
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

/** The icons of a web app manifest, the most suitable first; none when it is not one. */
export function readManifest(bytes: Buffer, manifestUrl: string): Icon[] {
  const manifest = Manifest.safeParse(parsed(bytes))
  if (!manifest.success) return []
  const icons = manifest.data.icons.flatMap((icon) => {
    const { data } = ManifestIcon.safeParse(icon)
    const url = data && resolve(data.src, manifestUrl)
    // A silhouette has no colours of its own, and a maskable icon is mostly margin.
    if (!url || !/\bany\b/.test(data.purpose) || isDrawing(url, data.type)) return []
    return [{ url, px: pixels(data.sizes) ?? ICON_PX }]
  })
  return ordered(icons)
}

/** The smallest that is large enough, then the largest of the rest; each address once. */
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

/** The larger side of the largest of `16x16 32x32`. */
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
