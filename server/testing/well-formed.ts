const TOKEN = /<\?xml [^?<>]*\?>|<(\/?)([\w:]+)((?:\s[\w:]+="[^"<]*")*)\s*(\/?)>|[^<]+/y
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u

/** Strict, for the product's own output: balanced tags, quoted attributes, known entities, valid XML characters. */
export function wellFormed(xml: string): boolean {
  if (NOT_XML.test(xml) || /&(?!(?:amp|lt|gt|quot|#39);)/.test(xml)) return false
  const open: string[] = []
  let at = 0
  while (at < xml.length) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(xml)
    if (!token) return false
    at = TOKEN.lastIndex
    const [text, closing, name, , empty] = token
    if (name === undefined) {
      if (open.length === 0 && !text.startsWith('<?') && text.trim() !== '') return false
    } else if (closing) {
      if (open.pop() !== name) return false
    } else if (!empty) open.push(name)
  }
  return open.length === 0
}
