import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { SECTIONS, type Section } from '#domain/taxonomy.ts'
import { BUCKETS, type Features } from './features.ts'

export const PROSE: readonly (readonly [relation: string, section: Section])[] = [
  ['collaboration', 'Partnerships & Alliances'],
  ['client_of', 'Partnerships & Alliances'],
  ['acquired_by', 'Business'],
  ['merged_with', 'Business'],
  ['subsidiary_of', 'Business'],
  ['product_or_service_of', 'Technology & Innovation'],
  ['brand_of', 'Technology & Innovation'],
  ['competitor_of', 'Market Position'],
  ['shareholder_of', 'Financial Updates'],
  ['traded_on', 'Financial Updates'],
  ['regulated_by', 'Other Notable Updates'],
]

/** `company` and `deal` leave the choice among a few sections open. */
export const HEADLINES: readonly (readonly [topic: string, section: Section | null | 'company' | 'deal'])[] = [
  ['Analyst Update', 'Market Position'],
  ['Stock Commentary', 'Market Position'],
  ['Stock Movement', 'Market Position'],
  ['Earnings', 'Financial Updates'],
  ['Financials', 'Financial Updates'],
  ['Dividend', 'Financial Updates'],
  ['IPO', 'Financial Updates'],
  ['Personnel Change', 'Leadership & Team'],
  ['Legal | Regulation', 'Other Notable Updates'],
  ['Company | Product News', 'company'],
  ['M&A | Investments', 'deal'],
  ['Macro', null],
  ['General News | Opinion', null],
  ['Politics', null],
  ['Fed | Central Banks', null],
  ['Energy | Oil', null],
  ['Markets', null],
  ['Treasuries | Corporate Debt', null],
  ['Currencies', null],
  ['Gold | Metals | Materials', null],
]

/** Press releases, one column per section. */
export const RELEASES = SECTIONS
/** The last two columns distinguish press releases and prose from other texts. */
export const COLUMNS = PROSE.length + HEADLINES.length + RELEASES.length + 2

/** Linear models side by side: for each feature row one 8-bit weight per column. */
export type Model = { biases: Float32Array; steps: Float32Array; table: Int8Array }

export function marginsOf({ rows, values }: Features, { biases, steps, table }: Model): Float64Array {
  const sums = new Float64Array(COLUMNS)
  // Eight columns at a time so that the sums stay in registers.
  for (let column = 0; column < COLUMNS; column += 8) {
    let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0]
    for (let index = 0; index < rows.length; index += 1) {
      const at = (rows[index] ?? 0) * COLUMNS + column
      const value = values[index] ?? 0
      a += value * (table[at] ?? 0)
      b += value * (table[at + 1] ?? 0)
      c += value * (table[at + 2] ?? 0)
      d += value * (table[at + 3] ?? 0)
      e += value * (table[at + 4] ?? 0)
      f += value * (table[at + 5] ?? 0)
      g += value * (table[at + 6] ?? 0)
      h += value * (table[at + 7] ?? 0)
    }
    sums.set([a, b, c, d, e, f, g, h], column)
  }
  return sums.map((sum, column) => sum * (steps[column] ?? 0) + (biases[column] ?? 0))
}

export function modelBytes({ biases, steps, table }: Model): Buffer {
  return Buffer.concat([biases, steps, table].map((part) => Buffer.from(part.buffer)))
}

// Built by tools/train/section-weights.ts; the server build copies the file next to its bundle.
const FILE = new URL('./section-weights.gz', import.meta.url)

let shipped: Model | undefined

export function shippedModel(): Model {
  if (shipped) return shipped
  const length = COLUMNS * 8 + BUCKETS * COLUMNS
  // One chunk, with a spare byte so that no second one is allocated; with many chunks, memory use would triple.
  const options = { chunkSize: length + 1, maxOutputLength: length }
  const { buffer, byteOffset } = gunzipSync(readFileSync(FILE), options)
  return (shipped = {
    biases: new Float32Array(buffer, byteOffset, COLUMNS),
    steps: new Float32Array(buffer, byteOffset + COLUMNS * 4, COLUMNS),
    table: new Int8Array(buffer, byteOffset + COLUMNS * 8, BUCKETS * COLUMNS),
  })
}
