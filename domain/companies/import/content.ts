import { nameKey } from '../company-key.ts'
import { isCurrency } from '../positions/money.ts'
import { decimalMark, readMoney } from '#domain/money/read-money.ts'
import type { Field } from './headings.ts'
import { instrumentIn, kindIn } from '../positions/read-words.ts'
import { isNamedAfter, isProfile, siteIn, valueKind, valuesOf, type TableRow, type ValueKind } from './values.ts'

type Rows = readonly TableRow[]

/** Whether a column with a known heading also holds such values; `never` if it can't be that column at all. */
export function fits(field: Field, heading: string, rows: Rows, column: number): boolean | 'never' {
  const values = valuesOf(rows, column)
  const mostly = (test: (value: string) => boolean) => values.length > 0 && share(values, test) >= 0.5
  const kinds = (pattern: RegExp) => (value: string) => pattern.test(valueKind(value))
  if (field === 'name') {
    // Some names look like record numbers: C3, A16Z.
    if (share(values, kinds(/^(?:number|amount|date|email)$/)) > 0.5) return 'never'
    return share(values, kinds(/^(?:text|site)$/)) >= 0.5 || values.length === 0
  }
  if (field === 'website') return share(values, isNoSite) <= 0.5
  // "Invested" heads dates in some exports and amounts in others.
  if (field === 'investmentDate')
    return heading !== 'invested' || values.every((value) => valueKind(value) === 'date') || 'never'
  if (field === 'amount') return holdsMoney(values) && !(heading === 'invested' && mayBeDays(values))
  if (field === 'value' || field === 'valuation') return holdsMoney(values)
  if (field === 'currency') return mostly((value) => isCurrency(value.toUpperCase()))
  if (field === 'kind') return mostly((value) => kindIn(value) !== null)
  if (field === 'instrument') return mostly((value) => instrumentIn(value) !== null)
  return true
}

const share = (values: string[], test: (value: string) => boolean) =>
  values.filter(test).length / Math.max(1, values.length)

function isNoSite(value: string): boolean {
  const site = siteIn(value)
  return site ? isProfile(site.website) : /^(?:number|amount|date|identifier)$/.test(valueKind(value))
}

function holdsMoney(values: string[]): boolean {
  const mark = decimalMark(values)
  const isAmount = (value: string) => {
    const money = readMoney(value, mark)
    return !('problem' in money) || money.problem !== 'unreadable'
  }
  return values.length > 0 && share(values, isAmount) >= 0.5
}

/** Workbooks store dates as numbers: 44,562 is a day in 2022. */
const mayBeDays = (values: string[]) =>
  values.every((value) => /^\d{5}$/.test(value) && Number(value) > 36_500 && Number(value) < 47_500) &&
  values.some((value) => Number(value) % 100 !== 0)

const SAMPLE = 200
const MAX_COLUMNS = 40

export const usedColumns = (rows: Rows): number[] => {
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...rows.map(({ cells }) => cells.length)))
  return Array.from({ length: width }, (_, column) => column).filter((column) => valuesOf(rows, column).length > 0)
}

/** What is proposed to the user if no heading tells. */
export function guessedColumns(rows: Rows, known: number, taken: ReadonlySet<number>) {
  const sample = rows.slice(0, SAMPLE)
  const used = usedColumns(sample).filter((column) => !taken.has(column))
  const of = (column: number, kind: ValueKind) => share(valuesOf(sample, column), (value) => valueKind(value) === kind)
  const website = known === -1 ? (used.find((column) => of(column, 'site') >= 0.5) ?? -1) : known
  const texts = used.filter((column) => column !== website && of(column, 'text') >= 0.7)
  const distinct = (column: number) => new Set(valuesOf(sample, column)).size / valuesOf(sample, column).length
  const name =
    texts.find((column) => namedShare(sample, column, website) >= 0.4) ??
    texts.find((column) => distinct(column) >= 0.9) ??
    texts[0]
  // A single column of websites names the companies.
  return name === undefined ? { name: website, website: -1 } : { name, website }
}

/** How many of the websites are named after the companies. */
function namedShare(sample: Rows, column: number, website: number): number {
  const pairs = sample.flatMap(({ cells }) => {
    const [name, site] = [cells[column]?.trim() ?? '', siteIn(cells[website]?.trim() ?? '')]
    return name !== '' && site ? [isNamedAfter(site.website, nameKey(name))] : []
  })
  return pairs.filter(Boolean).length / Math.max(1, pairs.length)
}

export const holdsSites = (rows: Rows, column: number) =>
  share(valuesOf(rows.slice(0, SAMPLE), column), (value) => valueKind(value) === 'site') > 0.5
