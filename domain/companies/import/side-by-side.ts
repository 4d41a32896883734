import { HEADER_WITHIN, holdsNames, type TableRow } from './columns.ts'
import { headingsOf, isCertain } from './heading-rows.ts'
import { headingsIn, isHeadingOf } from './headings.ts'
import type { TitledRows } from './stacked-tables.ts'

const SAMPLE = 200
const MAX_TABLES = 6

type Block = { from: number; to: number; names: string[] }

/** Splits rows that contain several tables next to each other, and leaves out what isn't about single companies. */
export function tablesSideBySide({ rows, title }: TitledRows): TitledRows[] {
  const at = rows.slice(0, HEADER_WITHIN).findIndex(isHeadingRow)
  if (at === -1) return [{ rows, title }]
  const names = headingsIn(rows[at]?.cells ?? [])
  const below = rows.slice(at + 1, at + 1 + SAMPLE)
  const blocks = repeatedBlocks(names) ?? separatedBlocks(names, below)
  if (blocks.length < 2) return [{ rows, title }]
  const [first, ...others] = blocks.filter((block) => isCompanies(block, below))
  const tables = first ? [first, ...others.filter((block) => isLike(block, first))].slice(0, MAX_TABLES) : []
  const starts = tables.length < 2 ? [0] : tables.map(({ from }, index) => (index === 0 ? 0 : from))
  const asides = blocks.filter(isAside)
  if (starts.length === 1 && asides.length === 0) return [{ rows, title }]
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? Infinity
    const isOwn = (column: number) =>
      column >= from && column < to && !asides.some((aside) => column >= aside.from && column < aside.to)
    return { rows: within(rows, isOwn), title: titleOf(rows.slice(0, at), from, to) ?? title }
  })
}

function isHeadingRow(row: TableRow): boolean {
  const found = headingsOf(row)
  return found !== null && (isCertain(found) || found.names.filter((name) => isHeadingOf('name', name)).length > 1)
}

/** "Company, Website, Company, Website" */
function repeatedBlocks(names: string[]): Block[] | null {
  const from = names.findIndex((name) => name !== '')
  const headings = names.slice(from, names.findLastIndex((name) => name !== '') + 1)
  const width = headings.indexOf(headings[0] ?? '', 1)
  if (width < 2 || headings.length % width !== 0) return null
  if (!headings.every((name, index) => name === headings[index % width])) return null
  return Array.from({ length: headings.length / width }, (_, index) => {
    const start = from + index * width
    return { from: start, to: start + width, names: headings.slice(0, width) }
  })
}

/** Runs of columns between empty columns. */
function separatedBlocks(names: string[], below: readonly TableRow[]): Block[] {
  const blocks: Block[] = []
  const width = Math.max(names.length, ...below.map(({ cells }) => cells.length))
  for (let column = 0; column < width; column += 1) {
    const name = names[column] ?? ''
    const isUsed = name !== '' || below.some(({ cells }) => (cells[column] ?? '').trim() !== '')
    const last = blocks.at(-1)
    if (!isUsed) continue
    if (last?.to === column) {
      last.to += 1
      last.names.push(name)
    } else blocks.push({ from: column, to: column + 1, names: [name] })
  }
  return blocks
}

function isCompanies({ from, names }: Block, below: readonly TableRow[]): boolean {
  const at = names.findIndex((name) => isHeadingOf('name', name))
  return at !== -1 && holdsNames(below, from + at)
}

/** A block that calls its names otherwise describes the same companies: their legal names, for example. */
const isLike = (block: Block, first: Block) =>
  block.names.some((name) => isHeadingOf('name', name) && first.names.includes(name))

const SUMMARY =
  /^(?:metrics?|kpis?|measure|summary|statistics?|key figures|legend|kennzahl(?:en)?|indicateurs?|indicador(?:es)?)$/

/** A summary or remarks beside the table. */
const isAside = ({ names }: Block) => names.every((name) => name === '') || SUMMARY.test(names[0] ?? '')

const within = (rows: readonly TableRow[], isOwn: (column: number) => boolean): TableRow[] =>
  rows
    .map((row) => ({ ...row, cells: row.cells.map((cell, column) => (isOwn(column) ? cell : '')) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))

function titleOf(above: readonly TableRow[], from: number, to: number): string | null {
  const titles = above.flatMap(({ cells }) => cells.slice(from, to).filter((cell) => cell.trim() !== ''))
  return titles.at(-1)?.trim() ?? null
}
