import { attributesOf, scanMarkup } from './markup.ts'
import { decodeEntities, oneLine } from './plain-text.ts'

const NAMES = new Set(['description', 'og:description', 'twitter:description'])
const MAX_HEAD = 100_000
const MAX_DESCRIPTION = 1000

/** The longest of the page's meta descriptions. */
export function metaDescription(html: string): string | null {
  const head = html.slice(0, MAX_HEAD)
  let longest = ''
  scanMarkup(head, 'html', {
    open(written, from, end) {
      if (written.toLowerCase() !== 'meta') return undefined
      const attributes = attributesOf(head, from, end)
      const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
      if (!NAMES.has(name)) return undefined
      const text = oneLine(decodeEntities(attributes.get('content') ?? ''), MAX_DESCRIPTION)
      if (text.length > longest.length) longest = text
      return undefined
    },
    close: () => undefined,
  })
  return longest === '' ? null : longest
}
