import { CELL } from '#domain/updates/email-text.ts'
import type { Metric, MetricKind } from '#domain/updates/update.ts'
import { amountsIn, currencyOf, numberOf, sizeOf } from './amounts.ts'
import { spansIn, type Found } from './counts.ts'
import { latestColumn } from './periods.ts'
import { MONEY_CUES } from './words.ts'

const MIN_CELLS = 3
const MAX_SIDE = 40
const LONGEST_ROW = 1000

/** Null for a line that isn't a table row. */
export function cellsOf(line: string): string[] | null {
  if (line.length > LONGEST_ROW) return null
  const cells = line.includes('|')
    ? line
        .trim()
        .replaceAll(/^\||\|$/g, '')
        .split('|')
    : line.split(CELL)
  return cells.length >= MIN_CELLS && cells.length <= MAX_SIDE ? cells.map((cell) => cell.trim()) : null
}

/** The metrics of a table's latest period, provided that the headings alone make clear which cells those are. */
export function tableMetrics(rows: string[][], sentAt: Date): Metric[] {
  const [header = [], ...body] = rows
    .filter((cells) => !cells.every((cell) => /^:?-*:?$/.test(cell)))
    .slice(0, MAX_SIDE)
  const whole = body.filter(({ length }) => length === header.length)
  const across = latestColumn(header, sentAt)
  if (across !== null) return read(header, whole, across)
  const months = ['', ...whole.map(([month = '']) => month)]
  const down = latestColumn(months, sentAt)
  if (down === null) return []
  const turned = header.slice(1).map((label, at) => [label, ...whole.map((cells) => cells[at + 1] ?? '')])
  return read(months, turned, down)
}

function read(header: string[], rows: string[][], column: number): Metric[] {
  const general = unitOf(header[0] ?? '')
  return rows.flatMap((cells): Metric[] => {
    const [label = ''] = cells
    const meant = labelOf(label)
    const found = meant && cellValue(meant.kind, cells[column] ?? '', meant.unit ?? general)
    return found ? [{ ...found, sentence: [label, header[column], cells[column]].join(CELL) }] : []
  })
}

type Unit = { written: string; size: number; currency: string | null; isMonths: boolean }

const COUNTED: [MetricKind, RegExp][] = [
  ['runway', /^(?:runway|ランウェイ)$/i],
  [
    'headcount',
    /^(?:headcount|team(?: size)?|employees|FTEs?|staff|Mitarbeiter(?:innen)?|Mitarbeitende|effectifs?|équipe|empleados|equipo|equipe|funcionários|dipendenti|medewerkers|anställda|ansatte)$/i,
  ],
  [
    'customers',
    /^(?:(?:paying |active )?(?:customers|clients|subscribers)|(?:zahlende )?Kunden|clientes|clienti|klanten|kunder)$/i,
  ],
]
/** Words that a label may contain besides the metric itself. */
const BESIDE = /\b(?:net|gross|total|monthly|our|end of month|EoM|balance|position)\b|[:*]/gi

/** Null for a label with any other words, such as "New MRR" or "Revenue (EMEA)", because it means something else. */
function labelOf(label: string): { kind: MetricKind; unit: Unit | null } | null {
  const note = /\s*\(([^)]*)\)$|,?\s+(in \S+)$/i.exec(label)
  const unit = note ? unitOf(note[1] ?? note[2] ?? '') : null
  const name = (note ? label.slice(0, note.index) : label).trim()
  if (note && !unit) return null
  for (const [kind, pattern] of COUNTED) if (pattern.test(name)) return { kind, unit }
  const kinds = MONEY_CUES.filter(([, pattern]) => name.search(pattern) >= 0)
  const [only] = kinds
  if (!only?.[0] || kinds.length > 1) return null
  const rest = name.replaceAll(only[1], '').replaceAll(BESIDE, '').trim()
  return rest === '' ? { kind: only[0], unit } : null
}

const UNIT =
  /^(?:in )?(?<size>[kKMmT]|Tsd\.?|Mio\.?|thousands?|millions?)?\s?(?<sign>[€$£¥]|[A-Z]{3}|kr)?\s?(?<behind>[kKMm]|Tsd\.?|Mio\.?)?$/u

function unitOf(text: string): Unit | null {
  if (/^(?:in )?(?:months?|mo|Monaten?|mois|meses|mesi|maanden|månader|måneder)$/i.test(text))
    return { written: '', size: 1, currency: null, isMonths: true }
  const { size = '', sign, behind = '' } = UNIT.exec(text)?.groups ?? {}
  const currency = sign === undefined ? undefined : currencyOf(sign)
  if (currency === undefined || (size !== '' && behind !== '')) return null
  const factor = sizeOf((size || behind).replace(/s$/, ''), currency)
  return factor === null ? null : { written: text.replace(/^in /i, ''), size: factor, currency, isMonths: false }
}

/** Below this, an amount without a unit may be in thousands. */
const CLEARLY_WHOLE = 1000

function cellValue(kind: MetricKind, cell: string, unit: Unit | null): Found | null {
  const text = cell.replace(/\s*\([^)]*\)$/, '').trim()
  const bare = /^\d[\d.,'’ \u00A0\u202F]*$/.test(text)
    ? numberOf(text, { hasUnit: unit !== null, isContinental: true })
    : null
  const counted = (value: number): Found => ({ kind, written: text, value, currency: null })
  if (kind === 'runway') {
    const [span] = spansIn(text.replace(/\bmos?\.?$/i, 'months'))
    if (span) return counted(span.value)
    return unit?.isMonths && bare !== null ? counted(bare) : null
  }
  if (kind === 'headcount' || kind === 'customers')
    return bare !== null && Number.isInteger(bare) && bare > 0 ? counted(bare) : null
  const [amount] = amountsIn(text)
  if (amount?.written === text) return { kind, written: text, value: amount.value, currency: amount.currency }
  if (bare === null || bare <= 0 || unit?.isMonths) return null
  if (unit)
    return { kind, written: `${text} ${unit.written}`, value: Math.round(bare * unit.size), currency: unit.currency }
  return bare >= CLEARLY_WHOLE ? counted(bare) : null
}
