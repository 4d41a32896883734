import { Parser } from 'htmlparser2'

/** An element of a small XML document. `name` is without its prefix. */
export type XmlElement = {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
}

const MAX_ELEMENTS = 50_000
const MAX_DEPTH = 64

/**
 * The tree of an XML document, or null when it has no root, is not closed, nests too deep or has too many elements.
 * Entities of its own are not expanded, and nothing outside is read.
 */
export function readXml(bytes: Buffer, contentType = ''): XmlElement | null {
  const stack: XmlElement[] = []
  let root: XmlElement | null = null
  let isWhole = false
  let isRefused = false
  let elements = 0
  const parser = new Parser(
    {
      onopentag(name, attributes, isImplied) {
        const element: XmlElement = { name: local(name), attributes, text: '', children: [] }
        elements += 1
        if (isImplied || elements > MAX_ELEMENTS || stack.length >= MAX_DEPTH) {
          isRefused = true
          parser.pause()
        }
        if (stack.length > 0) stack.at(-1)?.children.push(element)
        else root ??= element
        stack.push(element)
      },
      ontext(text) {
        const inner = stack.at(-1)
        if (inner) inner.text += text
      },
      onclosetag() {
        stack.pop()
        if (stack.length === 0) isWhole = true
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  // Closing by the end of the text would make a cut answer look whole.
  parser.write(decodeText(bytes, contentType))
  return isWhole && !isRefused ? root : null
}

/** Every element of that name, in the order of the document. */
export function every(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const visit = (each: XmlElement) => {
    if (each.name === name) found.push(each)
    for (const child of each.children) visit(child)
  }
  for (const child of element.children) visit(child)
  return found
}

/** The first element at the end of a path of names, each at any depth below the one before. */
export const first = (element: XmlElement, ...path: string[]): XmlElement | null =>
  path.reduce<XmlElement | null>((from, name) => (from ? (every(from, name)[0] ?? null) : null), element)

/** The text of a direct child, trimmed. */
export const childText = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text.trim() ?? ''

/** Text in the encoding that its mark, its declaration or the answer's header names; UTF-8 otherwise. */
export function decodeText(bytes: Buffer, contentType = ''): string {
  const head = bytes.subarray(0, 200).toString('latin1')
  const declared =
    bomOf(bytes) ??
    /^\s*<\?xml[^>]{0,150}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ??
    /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType.slice(0, 200))?.[1] ??
    'utf-8'
  try {
    return new TextDecoder(declared).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function bomOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)
