import { DAY_MS } from '#domain/time.ts'
import { fold, monthNumber } from '#domain/dates/months.ts'
import { isPlanned } from './words.ts'

/** The period of a table column: a month (12 per year) or a quarter (4). */
type Period = { perYear: 12 | 4; index: number; year: number | null; isPlan: boolean }

const NAMED = /^(\p{L}{3,12})\.?(?:[\s,'’-]+(\d{4}|\d{2}))?$/u
const NUMBERED = /^(?:(\d{4})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{4})|(?:(\d{4})年)?(\d{1,2})月)$/
const QUARTER = /^(?:(\d{4})[\s-]?)?[QT]([1-4])(?:[\s'’/-]*(\d{4}|\d{2}))?$/i
const NOTE = /\s*\(([^)]{1,20})\)$/
const ACTUAL = /^(?:actuals?|ist|réel|real|effettivo)$/i
const NOW =
  /^(?:this (?:month|quarter)|current(?: (?:month|quarter|value))?|(?:\S+ )?actuals?|now|today|ist|aktuell|réel|real|effettivo|ce mois|este mes|este mês)$/i
const VALUE = /^(?:|value|amount|result|wert|valeur|valor|valore|waarde|värde)$/i

/** Whether a column with this heading has current values, if it's the only one that has values. */
export const isCurrentHeading = (cell: string): boolean =>
  VALUE.test(cell) || NOW.test(cell) || periodOf(cell)?.isPlan === false

export const isPeriod = (text: string): boolean => periodOf(text) !== null

function periodOf(cell: string): Period | null {
  const note = NOTE.exec(cell)?.[1] ?? ''
  const text = cell.replace(NOTE, '').trim()
  // "Oct (plan)" isn't an actual, and neither is a column with an unrecognized note.
  const isPlan = (note !== '' && !ACTUAL.test(note)) || isPlanned(text)
  const quarter = QUARTER.exec(text)
  if (quarter) return { perYear: 4, index: Number(quarter[2]) - 1, year: yearOf(quarter[1] ?? quarter[3]), isPlan }
  const named = NAMED.exec(text)
  const inWords = monthNumber(fold(named?.[1] ?? ''))
  if (inWords !== null) return { perYear: 12, index: inWords - 1, year: yearOf(named?.[2]), isPlan }
  const [, before, first, second, after, year, month] = NUMBERED.exec(text) ?? []
  const number = Number(first ?? second ?? month)
  return number >= 1 && number <= 12
    ? { perYear: 12, index: number - 1, year: yearOf(before ?? after ?? year), isPlan }
    : null
}

const yearOf = (written: string | undefined) =>
  written === undefined ? null : written.length === 2 ? 2000 + Number(written) : Number(written)

/** A month may be reported up to a week before it ends. */
const EARLIEST_MS = 7 * DAY_MS

/** The header cell of the latest period that was over when the email was sent; null if that isn't clear. */
export function latestColumn(header: string[], sentAt: Date): number | null {
  const now = header.flatMap((cell, column) => (column > 0 && NOW.test(cell) ? [column] : []))
  if (now.length > 0) return now.length === 1 ? (now[0] ?? null) : null
  const columns = header.flatMap((cell, column) => {
    const period = column > 0 ? periodOf(cell) : null
    return period ? [{ ...period, column }] : []
  })
  const [first] = columns
  if (!first || columns.length < 2 || columns.some(({ perYear }) => perYear !== first.perYear)) return null
  const { perYear } = first
  const at = new Date(sentAt.getTime() + EARLIEST_MS)
  const running = Math.floor((at.getUTCMonth() * perYear) / 12)
  const facts = columns.filter(({ isPlan }) => !isPlan)
  if (columns.every(({ year }) => year !== null)) {
    const since = ({ year, index }: Period) => (at.getUTCFullYear() - (year ?? 0)) * perYear + running - index
    const past = facts.filter((period) => since(period) > 0).toSorted((a, b) => since(a) - since(b))
    return past[0]?.column ?? null
  }
  const step = stepOf(columns, perYear)
  if (step === null || columns.some(({ year }) => year !== null)) return null
  const latest = step > 0 ? facts.at(-1) : facts[0]
  const age = latest ? (running - latest.index + perYear) % perYear : 0
  // Without a year, December in an October email is either last year's or a plan.
  return latest && age > 0 && age <= perYear / 3 ? latest.column : null
}

/** 1 for Nov, Dec, Jan; -1 for Mar, Feb, Jan; null if the periods aren't consecutive. */
function stepOf(columns: Period[], perYear: number): 1 | -1 | null {
  const steps = columns.slice(1).map(({ index }, at) => (index - (columns[at]?.index ?? 0) + perYear) % perYear)
  if (steps.every((step) => step === 1)) return 1
  return steps.every((step) => step === perYear - 1) ? -1 : null
}
