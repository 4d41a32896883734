import { sentencesOf } from '../../news/text/sentences.ts'
import { NUMBER } from './counts.ts'
import { labelOf } from './labels.ts'
import { LEADER, plain } from './markup.ts'
import { headingOf } from './sections.ts'
import { type Table, tableAt } from './table-rows.ts'
import { type Entry, tilesAt } from './tiles.ts'
import { isPresent } from './words.ts'

const MAX_STATEMENTS = 400
const LONGEST = 400

export type Statement = { table: Table } | { sentence: string; entry: Entry | null }

/** Splits a text into tables, labeled values, and sentences, without what a heading calls a plan. */
export function statementsOf(text: string): Statement[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const statements: Statement[] = []
  let isPlan = false
  for (let at = 0; at < lines.length && statements.length < MAX_STATEMENTS;) {
    const line = lines[at] ?? ''
    const rows = tableAt(lines, at)
    const tiles = rows ? null : tilesAt(lines, at)
    at += (rows ?? tiles)?.length ?? 1
    if (!rows && !tiles) isPlan = isPlanFrom(line, isPlan)
    if (isPlan) continue
    if (rows?.table) statements.push({ table: rows.table })
    else if (tiles) statements.push(...tiles.entries)
    else statements.push(...(rows?.sentences ?? [line]).flatMap(sentencesIn))
  }
  return statements
}

/** The lines below a heading belong to it, until the next heading or a sentence about the present. */
function isPlanFrom(line: string, isPlan: boolean): boolean {
  const heading = line.length > LONGEST ? null : headingOf(plain(line))
  return heading ? heading === 'plan' : isPlan && !isPresent(line)
}

const LABELED = /^(.{2,40}?)\s*[:=|·]\s*(\S.*)$/u
const COUNT = new RegExp(String.raw`\d|\b${NUMBER}\b`, 'i')

function sentencesIn(line: string): Statement[] {
  const sentences = LEADER.test(line.slice(0, LONGEST))
    ? [line.trim()]
    : whole(sentencesOf(line).map(({ start, end }) => line.slice(start, end).trim()))
  return sentences
    .filter((sentence) => sentence.length <= LONGEST && COUNT.test(sentence))
    .map((sentence) => {
      const [, name = '', value = ''] = LABELED.exec(plain(sentence)) ?? []
      const label = labelOf(name)
      return { sentence, entry: label && { label, value } }
    })
}

const ABBREVIATED =
  /(?:\d\s?(?:Mio|Mrd|Tsd|Mill|mln)|(?<!\p{L})(?:approx|ca|c|incl|excl|est|Rs|inkl|env|aprox|circa))\.$/iu

/** Rejoins sentences that were split at an abbreviation: "1,2 Mio. Euro". */
const whole = (sentences: string[]): string[] =>
  sentences.reduce<string[]>((joined, sentence) => {
    if (ABBREVIATED.test(joined.at(-1) ?? '')) joined.push(`${joined.pop() ?? ''} ${sentence}`)
    else joined.push(sentence)
    return joined
  }, [])
