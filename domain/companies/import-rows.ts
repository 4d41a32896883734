import { fold } from './import-headings.ts'
import type { TableRow } from './import-columns.ts'
import { valueKind } from './import-values.ts'

/** Why a table row isn't a company; null if it may be one. */
export type RowSorter = (row: TableRow, name: string, hasSite: boolean) => string | null

const TOTAL = 'Looks like a total, not a company'
const SECTION = 'Looks like a section heading, not a company'
const FOOTER = 'Looks like a note below the table, not a company'
const REPEATED_HEADING = 'Repeats the headings'
const noName = (text: string) => `“${text.slice(0, 40)}” is not a company name`

const TOTALS = new Set(
  fold(
    [
      'total|totals|grand total|grand totals|overall total|subtotal|subtotals|sub-total|sub total|sum|average|avg|mean|median',
      'weighted average|count|minimum|maximum|total portfolio|portfolio total|total invested|total investments|total cost|total value',
      'total companies|total fund|total capital|net total|summe|gesamtsumme|zwischensumme|gesamt|insgesamt|durchschnitt|mittelwert',
      'total général|sous-total|somme|moyenne|médiane|suma|suma total|total general|promedio|media|mediana|soma|total geral|média',
      'totale|totale generale|subtotale|somma|合計|総合計|小計|総計|平均|合计|总计|小计|总额|razem|średnia|итого|всего|среднее|totaal|gemiddelde|totalt',
    ].join('|'),
  ).split('|'),
)
const BEGINS_AS_TOTAL =
  /^(?:sub[- ]?totals?|grand totals?|zwischensumme|sous-total|subtotale|totals? (?:for|of|per)|total[:–—-])(?:\W|$)/
const ENDS_AS_TOTAL = /\S\W+(?:sub)?total[e]?$|小計$|合計$/

const SECTIONS = new RegExp(
  `^(?:${[
    'active|inactive|current|former|past|exits?|exited|realized|unrealized|realised|unrealised|written[- ]off|write-?offs?|closed|ipo|acquired|public|private',
    '(?:active|current|core|existing|exited|realized|unrealized|past|other|new|direct|venture|portfolio|fund) (?:investments?|companies|portfolio|holdings|positions|exits)',
    'aktive? .*|ausgeschieden.*|exits? .*|laufende .*|beendete .*|actifs?|actives?|cedees?|participations .*|activas?|salidas?|ativas?|attive|cedute',
    'pre-?seed|seed|series [a-h]|growth|early[- ]stage|late[- ]stage|angel|bridge',
    'health ?care|health|biotech|life sciences?|fintech|financials?|financial services|climate|climate ?tech|cleantech|energy|consumer|enterprise|enterprise software|software|saas|hardware|deep ?tech|ai|ai/ml|artificial intelligence|robotics|food|agtech|foodtech|edtech|education|real estate|proptech|mobility|transportation|logistics|industrials?|media|gaming|crypto|web3|blockchain|security|cybersecurity|infrastructure|marketplaces?|b2b|b2c|it|information technology|technology|business services|insurtech|space|defense|other|others|misc|miscellaneous|sonstige|autres|otros|outros|altri|その他|其他',
    '(?:\\S+ ){0,4}(?:fund|fonds|spv|vehicle|syndicate|portfolio)(?: (?:[ivx]+|\\d+))?(?:,? l\\.?p\\.?)?',
    '(?:fy ?)?(?:19|20)\\d\\d(?: investments?| vintage| deals?)?|q[1-4] (?:19|20)\\d\\d|h[12] (?:19|20)\\d\\d',
    'europe|usa?|united states|north america|latin america|latam|asia|apac|emea|africa|middle east|dach|uk',
  ].join('|')})$`,
)
const FOOTERS =
  /^(?:sources?|notes?|disclaimer|copyright|©|\(c\)|confidential|generated|exported|created|downloaded|printed|prepared|page \d|see |powered by|as of|last updated|filtered by|data (?:as of|provided)|search link|quelle|stand|hinweis|notes? |remarques?|fuente|nota|fonte|出典|注|\*)/

const SAMPLE = 300

export function createRowSorter(heading: TableRow | null, nameColumn: number, data: readonly TableRow[]): RowSorter {
  const filled = data.slice(0, SAMPLE).map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  const typical = typicalWidth(filled)
  const hasSections = typical >= 3 && filled[0] === 1 && filled.some((count, at) => at > 0 && count > 1)
  const end = data.findLast(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)?.row ?? 0
  const last = typical > 2 ? lastBeforeGap(data, end) : Infinity
  const headings = heading?.cells.map((cell) => cell.trim()).join('\n')

  return (row, name, hasSite) => {
    if (hasSite) return null
    if (name !== '' && headings !== undefined && row.cells[nameColumn] === heading?.cells[nameColumn])
      if (row.cells.map((cell) => cell.trim()).join('\n') === headings) return REPEATED_HEADING
    const label = name === '' ? firstText(row) : name
    if (label === '') return null
    if (isTotal(label, row)) return TOTAL
    const isAlone = typical > 1 && isLone(row)
    if (isAlone) {
      const folded = fold(label)
      if (row.row > last || FOOTERS.test(folded) || (row.row > end && label.length > 60)) return FOOTER
      if (hasSections || /[:：]$/.test(label) || SECTIONS.test(folded)) return SECTION
      if (name === '' && typical > 2) return SECTION
    }
    return name === '' ? null : unlikelyName(name)
  }
}

/** The median width of rows with more than a name, or of all rows if those are exceptions. */
function typicalWidth(filled: number[]): number {
  const wide = filled.filter((count) => count > 1)
  const counted = wide.length >= 2 || wide.length * 5 >= filled.length ? wide : filled
  return counted.toSorted((one, other) => one - other)[counted.length >> 1] ?? 0
}

/** Notes appear below the table, after an empty row or a total. */
function lastBeforeGap(data: readonly TableRow[], end: number): number {
  const after = data.findIndex(({ row }) => row > end)
  if (after === -1) return Infinity
  const before = data[after - 1]
  if (before && isTotal(firstText(before), before)) return end
  for (let at = after; at < data.length; at += 1)
    if ((data[at]?.row ?? 0) > (data[at - 1]?.row ?? 0) + 1) return (data[at]?.row ?? 0) - 1
  return Infinity
}

const isLone = ({ cells }: TableRow) => cells.filter((cell) => cell.trim() !== '').length === 1

const firstText = ({ cells }: TableRow) =>
  cells.find((cell) => valueKind(cell.trim()) === 'text')?.trim() ?? cells.find((cell) => cell.trim() !== '') ?? ''

function isTotal(label: string, row: TableRow): boolean {
  if (label.length > 80) return false
  const plain = fold(label)
    .replace(/\s*\([^)]*\)$/, '')
    .replace(/[\s:.=]+$/, '')
    .trim()
  if (TOTALS.has(plain) || BEGINS_AS_TOTAL.test(plain)) return true
  return ENDS_AS_TOTAL.test(plain) && row.cells.some((cell) => /^(?:number|amount)$/.test(valueKind(cell.trim())))
}

/** Checked only for rows without a website. */
function unlikelyName(name: string): string | null {
  const first = name.codePointAt(0) ?? 0
  const last = name.charCodeAt(name.length - 1)
  const mayBeNumber = first < 0x40 || first > 0x7f || (last >= 0x30 && last <= 0x39)
  if (!mayBeNumber) return null
  const kind = valueKind(name)
  return kind === 'amount' || kind === 'date' || kind === 'number' ? noName(name) : null
}
