import { isRecord } from '../../../formats/fields.ts'
import { parsedJson } from '../../../formats/html/linked-data.ts'
import { literalsIn } from './script-literals.ts'

const MAX_DATA = 2_000_000
const MAX_STREAMED = 20
const MAX_NODES = 20

/** JSON as a page would embed it. SvelteKit's `__data.json` has a part for each layout. */
export function markupOfJson(text: string): string {
  if (text.length > MAX_DATA) return ''
  const root = parsedJson(text)
  const nodes: unknown[] = isRecord(root) && Array.isArray(root.nodes) ? root.nodes.slice(0, MAX_NODES) : []
  const parts = nodes.flatMap((node) => (isRecord(node) && Array.isArray(node.data) ? [node.data] : []))
  return (parts.length > 0 ? parts : [root]).map(embedded).join('')
}

/** Data in a page's scripts that isn't written as JSON, as a page would embed it if it were. */
export const scriptedMarkup = (html: string) => streamedMarkup(html) + literalsIn(html).map(embedded).join('')

const ENQUEUE = 'streamController.enqueue('

/** What React Router's scripts add to a stream: an array of records whose keys and values are indexes, `{"_1":2}`. */
function streamedMarkup(html: string): string {
  const found: string[] = []
  let at = html.indexOf(ENQUEUE)
  for (let calls = 0; at >= 0 && calls < MAX_STREAMED; calls += 1) {
    const end = html.indexOf('</script', at)
    const call = html.slice(at + ENQUEUE.length, Math.min(end < 0 ? html.length : end, at + MAX_DATA))
    const literal = parsedJson(call.slice(0, call.lastIndexOf(')')))
    const values = typeof literal === 'string' ? parsedJson(literal.split('\n', 1)[0] ?? '') : null
    if (Array.isArray(values)) found.push(embedded(recordsOf(values)))
    at = end < 0 ? -1 : html.indexOf(ENQUEUE, end)
  }
  return found.join('')
}

const recordsOf = (values: unknown[]): unknown[] =>
  values.filter(isRecord).map((record) =>
    Object.fromEntries(
      Object.entries(record).flatMap(([key, index]) => {
        const name = /^_\d{1,7}$/.test(key) ? values[Number(key.slice(1))] : undefined
        return typeof name === 'string' ? [[name, valueAt(values, index)]] : []
      }),
    ),
  )

/** Dates are written as `["D", milliseconds]`. */
function valueAt(values: unknown[], index: unknown): unknown {
  const value = typeof index === 'number' ? values[index] : undefined
  if (Array.isArray(value)) return value[0] === 'D' ? (value as unknown[])[1] : null
  return isRecord(value) ? null : value
}

const embedded = (data: unknown) =>
  `<script type="application/json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`
