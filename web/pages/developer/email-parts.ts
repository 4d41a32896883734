import type { CSSProperties } from 'react'

export type EmailPart = string | { tag: string; href: string | null; style: CSSProperties; parts: EmailPart[] }

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const EMPTY = ['br', 'meta', 'hr', 'img']
const NOT_SHOWN = ['head', 'script', 'style']

/**
 * Trusted Types rule out the browser's parsers, and the server's emails are simple: plain, properly closed elements.
 */
export function emailParts(html: string): EmailPart[] {
  const root = { tag: '', href: null, style: {}, parts: [] as EmailPart[] }
  const open = [root as Exclude<EmailPart, string>]
  for (const [token, tag = ''] of html.matchAll(/<[/!]?([a-z0-9]*)[^>]*>|[^<]+/gi)) {
    const top = open.at(-1) ?? root
    if (!token.startsWith('<')) {
      if (token.trim()) top.parts.push(decoded(token))
    } else if (token.startsWith('</')) {
      if (open.length > 1) open.pop()
    } else if (tag && !token.startsWith('<!')) {
      const href = /\shref="([^"]*)"/i.exec(token)?.[1]
      const part = {
        tag: tag.toLowerCase(),
        href: href === undefined ? null : decoded(href),
        style: styleIn(token),
        parts: [],
      }
      if (!NOT_SHOWN.includes(part.tag)) top.parts.push(part)
      if (!EMPTY.includes(part.tag)) open.push(part)
    }
  }
  return root.parts
}

/** Without addresses, so that showing an email fetches nothing. */
function styleIn(token: string): CSSProperties {
  const [, , written = ''] = /\sstyle=(["'])(.*?)\1/is.exec(token) ?? []
  const rules = written.split(';').flatMap((rule) => {
    const [, name = '', value = ''] = /^\s*([a-z-]+?)\s*:\s*(.+)$/i.exec(rule) ?? []
    if (!/^[a-z]/i.test(name) || /url\(/i.test(value)) return []
    return [[name.replaceAll(/-([a-z])/g, (_, character: string) => character.toUpperCase()), value] as const]
  })
  return Object.fromEntries(rules)
}

const decoded = (text: string) => text.replaceAll(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
