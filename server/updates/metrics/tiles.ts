import { CELL } from '#domain/updates/email-text.ts'
import { type Label, labelOf, valueOf } from './labels.ts'

/** A label with its value, as in "Runway (months): 14". */
export type Entry = { label: Label; value: string }
type Tiles = { length: number; entries: { sentence: string; entry: Entry }[] }

const MOST_LINES = 40
const LONGEST_LABEL = 40
/** A number with at most a unit: "$45,200", "13 months", "14 (+2)". */
const VALUE = /^(?!\+)[^\p{L}%]{0,12}\d[^\p{L}%]{0,14}(?:\p{L}{1,7}\.?)?[^\p{L}%(]{0,4}(?:\([^()]{1,20}\))?$/u

/** Labels and values on alternate lines, whichever comes first. */
export function tilesAt(lines: string[], start: number): Tiles | null {
  const run: string[] = []
  let at = start
  for (; at < lines.length && run.length < MOST_LINES; at += 1) {
    const line = (lines[at] ?? '').trim()
    const isValue = VALUE.test(line)
    if (!isValue && line.length > LONGEST_LABEL) break
    if (run.length > 0 && isValue === VALUE.test(run.at(-1) ?? '')) break
    run.push(line)
  }
  const [first = ''] = run
  const isValueFirst = VALUE.test(first)
  const isUneven = run.length % 2 === 1
  // A heading stands above, or the label of a value is missing.
  if (isUneven && !isValueFirst && !labelOf(first)) return null
  if (isUneven && isValueFirst) return { length: at - start, entries: [] }
  const entries = run.flatMap((line, index) => {
    const [name, value] = isValueFirst ? [run[index + 1] ?? '', line] : [line, run[index + 1] ?? '']
    const label = index % 2 === 0 ? labelOf(name) : null
    return label && valueOf(label, value)
      ? [{ sentence: `${line}${CELL}${run[index + 1]}`, entry: { label, value } }]
      : []
  })
  return entries.length > 0 ? { length: at - start, entries } : null
}
