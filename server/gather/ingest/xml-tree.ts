import { Parser } from 'htmlparser2'
import { decodeBytes } from '../feed/decode-bytes.ts'

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
export function readXml(bytes: Buffer, contentType: string | null = null): XmlElement | null {
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
  parser.write(decodeBytes(bytes, contentType))
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

const local = (name: string) => name.slice(name.indexOf(':') + 1)
