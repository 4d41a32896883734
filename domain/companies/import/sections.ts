import type { TableRow } from './columns.ts'
import { hasGapBefore } from './heading-rows.ts'
import { fold } from './headings.ts'
import { isProspects } from './other-lists.ts'
import { isSectionName } from './row-words.ts'

/** How many cells of the table each row fills, and which rows are totals or repeat the headings. */
export type Outline = {
  filled: readonly number[]
  typical: number
  isTotal: (row: TableRow) => boolean
  isHeading: (row: TableRow) => boolean
}
export type Sections = {
  isSection: (row: TableRow) => boolean
  /** The heading above the row, if it says that the companies below aren't in the portfolio. */
  otherList: (row: TableRow) => string | null
}

/** If more rows are alone, they are companies about which nothing else is known. */
const RARE = 0.3
const SAMPLE = 300

/** Headings within a table, such as "Exited" above the companies that were sold. They are alone in their rows. */
export function findSections(data: readonly TableRow[], outline: Outline): Sections {
  const alone = data.flatMap((_, at) => (outline.filled[at] === 1 ? [at] : []))
  if (outline.typical < 2 || alone.length === 0) return { isSection: () => false, otherList: () => null }
  const names = new Set(alone.filter((at) => isKnownSection(textOf(data[at]))))
  const areAllSections = outline.typical >= 3 && beginsWithSection(alone, names, outline)
  const areNamesMixed = alone.length < data.length * RARE && /\p{Ll}/u.test(data.slice(0, SAMPLE).map(textOf).join(' '))
  const sections = alone.filter(
    (at) =>
      names.has(at) ||
      areAllSections ||
      isHeadedOff(data, at, outline) ||
      (areNamesMixed && isShouted(data, at, outline)),
  )
  const rows = new Set(sections.map((at) => data[at]?.row))
  const others = otherLists(data, sections)
  return { isSection: ({ row }) => rows.has(row), otherList: ({ row }) => others.get(row) ?? null }
}

function otherLists(data: readonly TableRow[], sections: number[]): Map<number, string> {
  const others = new Map<number, string>()
  for (const [index, at] of sections.entries()) {
    const title = textOf(data[at])
    if (isProspects(title)) for (const { row } of data.slice(at + 1, sections[index + 1])) others.set(row, title)
  }
  return others
}

const textOf = (row: TableRow | undefined) => row?.cells.find((cell) => cell.trim() !== '')?.trim() ?? ''

const isKnownSection = (label: string) => /[:：]$/.test(label) || isSectionName(fold(label)) || isProspects(label)

/**
 * If the table begins with a heading, all rows like it are headings. Companies about which nothing else is known follow
 * each other, headings don't, unless one of them is a known one.
 */
function beginsWithSection(alone: number[], names: ReadonlySet<number>, { filled }: Outline): boolean {
  const end = filled.findLastIndex((count) => count > 1)
  if (filled[0] !== 1 || end === -1) return false
  const pairs = alone.filter((at) => filled[at + 1] === 1 && at + 1 < end)
  return (alone.length > 1 || names.has(0)) && pairs.every((at) => names.has(at) || names.has(at + 1))
}

/** Merged across the table, between a total and more rows, or above repeated headings. */
function isHeadedOff(data: readonly TableRow[], at: number, { filled, isTotal, isHeading }: Outline): boolean {
  const [before, row, after] = [data[at - 1], data[at], data[at + 1]]
  if (row?.isMerged) return true
  if (after && isHeading(after)) return true
  return before !== undefined && isTotal(before) && (filled[at + 1] ?? 0) > 1
}

/** In capitals, although names in this table aren't, and set apart from the rows above. */
function isShouted(data: readonly TableRow[], at: number, { filled, isTotal }: Outline): boolean {
  const [before, row] = [data[at - 1], data[at]]
  const label = textOf(row)
  if (!row || !/\p{Lu}{4}/u.test(label) || /\p{Ll}/u.test(label) || (filled[at + 1] ?? 0) < 2) return false
  return hasGapBefore(row, before) || (before !== undefined && isTotal(before))
}
