export type LetterPart = string | { tag: string; href: string | null; parts: LetterPart[] }

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const EMPTY = ['br', 'meta', 'hr', 'img']
const NOT_SHOWN = ['head', 'script', 'style']

/**
 * The elements of a letter's HTML. The browser's own parsers are closed to text by the content policy (trusted types),
 * and the letters are ours: plain elements, properly closed.
 */
export function letterParts(html: string): LetterPart[] {
  const root = { tag: '', href: null, parts: [] as LetterPart[] }
  const open = [root as Exclude<LetterPart, string>]
  for (const [token, tag = ''] of html.matchAll(/<[/!]?([a-z0-9]*)[^>]*>|[^<]+/gi)) {
    const top = open.at(-1) ?? root
    if (!token.startsWith('<')) {
      if (token.trim()) top.parts.push(decoded(token))
    } else if (token.startsWith('</')) {
      if (open.length > 1) open.pop()
    } else if (tag && !token.startsWith('<!')) {
      const href = /\shref="([^"]*)"/i.exec(token)?.[1]
      const part = { tag: tag.toLowerCase(), href: href === undefined ? null : decoded(href), parts: [] }
      if (!NOT_SHOWN.includes(part.tag)) top.parts.push(part)
      if (!EMPTY.includes(part.tag)) open.push(part)
    }
  }
  return root.parts
}

const decoded = (text: string) => text.replaceAll(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
