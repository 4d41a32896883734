import type { CompanyFilter, CompanySort } from '#domain/companies/company.ts'

export const COLUMNS = {
  website: 'Website',
  category: 'Category',
  stage: 'Stage',
  invested: 'Date Invested',
  amount: 'Invested',
  added: 'Added',
}
export type Column = keyof typeof COLUMNS

export const SORT_LABELS: Record<CompanySort, string> = {
  newest: 'Newest First',
  oldest: 'Oldest First',
  name: 'Name, A to Z',
  'name-desc': 'Name, Z to A',
  'invested-desc': 'Latest Investment',
  invested: 'Earliest Investment',
  'amount-desc': 'Most Invested',
  amount: 'Least Invested',
}

export type TableView = { filter: CompanyFilter; columns: Column[]; showsRemoved: boolean }

const DEFAULT_COLUMNS: Column[] = ['website', 'category', 'stage', 'invested', 'amount']
const NO_COLUMNS = 'none'
const COLUMNS_KEY = 'tidings-columns'
const MAX_SEARCH = 200
const MAX_DETAIL = 100

export function readTableView(search: Record<string, unknown>, storedColumns = readStored()): TableView {
  const { sort } = search
  const isSort = typeof sort === 'string' && Object.hasOwn(SORT_LABELS, sort) && sort !== 'newest'
  return {
    filter: {
      q: textOf(search.q, MAX_SEARCH),
      category: textOf(search.category, MAX_DETAIL),
      stage: textOf(search.stage, MAX_DETAIL),
      sort: isSort ? (sort as CompanySort) : undefined,
    },
    columns: columnsOf(search.columns) ?? columnsOf(storedColumns) ?? DEFAULT_COLUMNS,
    showsRemoved: search.view === 'removed',
  }
}

/** The default columns drop the website if there are amounts; with both, names would be cut off. */
export const roomyColumns = (columns: Column[], hasPositions: boolean) =>
  columns === DEFAULT_COLUMNS && hasPositions ? columns.filter((column) => column !== 'website') : columns

/** Amounts come from positions; without any, there's nothing to show or sort by. */
export const offeredColumns = (hasPositions: boolean) =>
  (Object.keys(COLUMNS) as Column[]).filter((column) => hasPositions || column !== 'amount')

export const offeredSorts = (hasPositions: boolean) =>
  (Object.keys(SORT_LABELS) as CompanySort[]).filter((sort) => hasPositions || !sort.startsWith('amount'))

export function writeColumns(columns: Column[]): string {
  const text = columns.join(',') || NO_COLUMNS
  try {
    localStorage.setItem(COLUMNS_KEY, text)
  } catch {
    // Storage can be blocked; the choice is then kept only in the URL.
  }
  return text
}

export const NO_FILTER = { q: undefined, category: undefined, stage: undefined }

function readStored(): string | null {
  try {
    return localStorage.getItem(COLUMNS_KEY)
  } catch {
    return null
  }
}

function columnsOf(text: unknown): Column[] | null {
  if (typeof text !== 'string') return null
  if (text === NO_COLUMNS) return []
  const named = new Set(text.split(','))
  const known = (Object.keys(COLUMNS) as Column[]).filter((column) => named.has(column))
  return known.length > 0 ? known : null
}

function textOf(value: unknown, longest: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text !== '' && text.length <= longest ? text : undefined
}
