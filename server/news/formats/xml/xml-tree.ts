import { decodeBytes } from '../decode-bytes.ts'
import { scanMarkup } from '../html/markup.ts'
import { decodeXml } from '../html/plain-text.ts'

export type XmlElement = { name: string; text: string; children: XmlElement[] }

const MAX_ELEMENTS = 50_000
const MAX_DEPTH = 64
const MAX_TEXT = 20_000
const CDATA = '<![CDATA['

/**
 * Null if the document has no root, isn't closed, is nested too deeply, or has too many elements. Doesn't expand custom
 * entities or read anything external.
 */
export function readXml(bytes: Uint8Array, contentType: string | null = null): XmlElement | null {
  const text = decodeBytes(bytes, contentType)
  const open: (XmlElement & { written: string })[] = []
  let root: XmlElement | null = null
  let isWhole = false
  let elements = 0
  let from = 0

  const pass = (start: number, end: number) => {
    const inner = open.at(-1)
    if (inner && start > from) inner.text += decodeXml(text.slice(from, Math.min(start, from + MAX_TEXT)))
    from = end
  }

  scanMarkup(text, 'xml', {
    open(written, attributes, end, isEmpty) {
      pass(attributes - written.length - 1, end)
      elements += 1
      if (elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) return false
      const element = { name: local(written), written, text: '', children: [] }
      open.at(-1)?.children.push(element)
      root ??= element
      if (!isEmpty) open.push(element)
      isWhole = open.length === 0
      return !isWhole
    },
    close(written, start, end) {
      pass(start, end)
      if (open.pop()?.written !== written) return false
      isWhole = open.length === 0
      return !isWhole
    },
    other(start, end) {
      pass(start, end)
      const inner = open.at(-1)
      if (inner && text.startsWith(CDATA, start))
        inner.text += text.slice(start + CDATA.length, Math.min(end - 3, start + MAX_TEXT))
    },
  })
  return isWhole ? root : null
}

export function every(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const visit = (each: XmlElement) => {
    if (each.name === name) found.push(each)
    for (const child of each.children) visit(child)
  }
  for (const child of element.children) visit(child)
  return found
}

export const first = (element: XmlElement, ...path: string[]): XmlElement | null =>
  path.reduce<XmlElement | null>((from, name) => (from ? (every(from, name)[0] ?? null) : null), element)

export const childText = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text.trim() ?? ''

const local = (name: string) => name.slice(name.indexOf(':') + 1)
