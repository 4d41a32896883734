import { fold, headingOf } from './headings.ts'
import type { TableRow } from './columns.ts'
import { valuesOf } from './values.ts'
import { instrumentIn, kindIn } from './position-words.ts'
import { isCurrency } from '../positions/money.ts'
import { decimalMark, readMoney } from '../positions/read-money.ts'
import type { ValuationBasis } from '../positions/position.ts'

export const POSITION_FIELDS = [
  'kind',
  'positionDate',
  'amount',
  'currency',
  'instrument',
  'round',
  'valuation',
  'valuationBasis',
  'value',
  'valueDate',
  'notes',
] as const
export type PositionField = (typeof POSITION_FIELDS)[number]

/** -1 when the table has no such column. */
export type PositionColumns = Record<PositionField, number> & {
  /** Further valuation columns: a file can have both a cap and a post-money valuation. */
  valuations: { column: number; basis: ValuationBasis | null }[]
  /** The currency in the heading of the amounts, as in Cost (USD). */
  unit: string | null
}

const headings = (text: string) => text.split('|').map((heading) => headingOf(heading))

/** Earlier headings win. */
const HEADINGS: Record<PositionField, readonly string[]> = {
  kind: headings('position|transaction type|transaction|entry type|activity|type'),
  positionDate: headings('position date|transaction date|trade date|settlement date|funding date|wire date'),
  amount: headings(
    [
      'amount|amount invested|invested amount|investment amount|invested|total invested|capital invested|invested capital',
      'cost|cost basis|total cost|investment cost|original cost|cost of investment|acquisition cost|purchase amount|cash paid',
      'investment size|check size|cheque size|check|cheque|ticket|ticket size|principal|principal amount|amount funded|funded amount',
      'my investment|our investment|investment|betrag|investitionsbetrag|investiert|investierter betrag|anlagebetrag|einstandswert',
      'montant|montant investi|importe|importe invertido|monto|monto invertido|valor investido|importo|importo investito',
      'bedrag|geïnvesteerd|belopp|beløb|kwota|投資額|投資金額|出資額|投资金额|投资额|투자금액|сумма|сумма инвестиций',
    ].join('|'),
  ),
  currency: headings(
    'currency|currency code|ccy|investment currency|cost currency|währung|devise|moneda|moeda|valuta|waluta|通貨|币种|валюта',
  ),
  instrument: headings(
    'instrument|instrument type|security type|security|type of security|investment instrument|investment type|asset type|share class|class|type|instrumento|strumento|beteiligungsart',
  ),
  round: headings(
    'round|round name|investment round|funding round|financing round|series|stage at investment|investment stage|runde|finanzierungsrunde|tour|ronda|rodada|ラウンド|投資ラウンド|轮次',
  ),
  valuation: headings(
    'valuation or cap|valuation|valuation at investment|entry valuation|round valuation|bewertung|valorisation',
  ),
  valuationBasis: headings('valuation basis|valuation type|valuation or cap type'),
  value: headings(
    'current value|unrealized value|unrealised value|fair value|fair market value|fmv|market value|holding value|nav|value|aktueller wert|valeur actuelle|valor actual',
  ),
  valueDate: headings('as of|as of date|value date|valuation date|value as of|valued on|valued at|fmv date|marked on'),
  notes: headings('position notes|investment notes|notes|note|comments|comment|memo|remarks|notizen|bemerkung|notas'),
}

const CAPS = new Set(
  headings('valuation cap|cap|safe cap|note valuation cap|note investment valuation cap|conversion cap|val cap'),
)
const POST = new Set(
  headings(
    'post-money valuation|post money valuation|post-money|post money|postmoney|post-money val|round post-money valuation',
  ),
)
const PRE = new Set(
  headings(
    'pre-money valuation|pre money valuation|pre-money|pre money|premoney|pre-money val|round pre-money valuation',
  ),
)

const ALL = new Set([...Object.values(HEADINGS).flat(), ...CAPS, ...POST, ...PRE])

export const isPositionHeading = (name: string) => ALL.has(name)

/** `names` are headings without units; `taken` are the columns used for the company itself. */
export function positionColumns(
  names: readonly string[],
  below: readonly TableRow[],
  taken: ReadonlySet<number>,
): PositionColumns {
  const columns = { ...noPositionColumns(), valuations: valuationColumns(names, below) }
  for (const field of POSITION_FIELDS) columns[field] = columnOf(field, names, below, taken)
  return columns
}

export const noPositionColumns = (): PositionColumns => ({
  kind: -1,
  positionDate: -1,
  amount: -1,
  currency: -1,
  instrument: -1,
  round: -1,
  valuation: -1,
  valuationBasis: -1,
  value: -1,
  valueDate: -1,
  notes: -1,
  valuations: [],
  unit: null,
})

/** Null if there are no amounts or values: the other columns mean nothing on their own. */
export function withAmounts(cells: readonly string[], columns: PositionColumns): PositionColumns | null {
  if (columns.amount === -1 && columns.value === -1) return null
  return { ...columns, unit: unitOf(cells[columns.amount === -1 ? columns.value : columns.amount] ?? '') }
}

function columnOf(
  field: PositionField,
  names: readonly string[],
  below: readonly TableRow[],
  taken: ReadonlySet<number>,
): number {
  for (const heading of HEADINGS[field]) {
    const column = names.indexOf(heading)
    const isFree = !taken.has(column) || field === 'round' || field === 'instrument'
    if (column !== -1 && isFree && fits(field, heading, below, column)) return column
  }
  return -1
}

function fits(field: PositionField, heading: string, below: readonly TableRow[], column: number): boolean {
  const values = valuesOf(below, column)
  const share = (test: (value: string) => boolean) =>
    values.length > 0 && values.filter(test).length * 2 >= values.length
  if (field === 'amount') return holdsMoney(values) && !(heading === 'invested' && mayBeDays(values))
  if (field === 'value' || field === 'valuation') return holdsMoney(values)
  if (field === 'currency') return share((value) => isCurrency(value.toUpperCase()))
  if (field === 'kind') return values.length > 0 && values.every((value) => kindIn(value) !== null)
  if (field === 'instrument') return share((value) => instrumentIn(value) !== null)
  return true
}

function holdsMoney(values: string[]): boolean {
  const mark = decimalMark(values)
  const amounts = values.filter((value) => {
    const money = readMoney(value, mark)
    return !('problem' in money) || money.problem !== 'unreadable'
  })
  return amounts.length > 0 && amounts.length * 2 >= values.length
}

/** Workbooks store dates as numbers: 44,562 is a day in 2022. */
const mayBeDays = (values: string[]) =>
  values.every((value) => /^\d{5}$/.test(value) && Number(value) > 36_500 && Number(value) < 47_500) &&
  values.some((value) => Number(value) % 100 !== 0)

function valuationColumns(names: readonly string[], below: readonly TableRow[]): PositionColumns['valuations'] {
  return names.flatMap((name, column) => {
    const basis = CAPS.has(name) ? 'cap' : POST.has(name) ? 'post-money' : PRE.has(name) ? 'pre-money' : null
    return basis && holdsMoney(valuesOf(below, column)) ? [{ column, basis } as const] : []
  })
}

/** "Cost (USD)", "Invested in EUR", "Amount, $" */
function unitOf(cell: string): string | null {
  const heading = fold(cell).toUpperCase()
  const code = /(?:^|[^A-Z])([A-Z]{3})\W*$/.exec(heading)?.[1] ?? ''
  if (isCurrency(code)) return code
  return heading.includes('€') ? 'EUR' : heading.includes('£') ? 'GBP' : heading.includes('$') ? '$' : null
}

export const usedColumns = (columns: PositionColumns | null): number[] =>
  columns === null
    ? []
    : [...POSITION_FIELDS.map((field) => columns[field]), ...columns.valuations.map(({ column }) => column)].filter(
        (column) => column !== -1,
      )
