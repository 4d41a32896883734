/** `row` is the number that a spreadsheet shows. */
export type TableRow = { row: number; cells: readonly string[] }

export const FIELDS = ['name', 'website', 'category', 'stage', 'investmentDate'] as const
type Field = (typeof FIELDS)[number]
/** -1 when the table has no such column. */
export type Columns = Record<Field, number>
export type Header = {
  at: number
  columns: Columns
  warnings: string[]
  ignored: string[]
}

/** Promised in the documentation; the first one in the file wins. */
const DOCUMENTED_HEADERS: Record<Field, readonly string[]> = {
  name: ['company', 'name', 'company name'],
  website: ['website', 'url', 'web', 'company website'],
  category: ['category'],
  stage: ['stage'],
  investmentDate: ['date invested', 'investment date'],
}

/** From exports of cap table, syndicate and research services; the earlier name wins. */
const HEADER_SYNONYMS: Record<Field, readonly string[]> = {
  name: [
    'portfolio company',
    'portfolio company name',
    'organization name',
    'organisation name',
    'organization',
    'organisation',
    'startup',
    'startup name',
    'company/fund',
    'company legal name',
    'legal name',
    'business name',
    'account name',
    'issuer',
    'issuer name',
    'issuing company',
    'investee',
    'investment name',
    'investment',
    'firma',
    'entreprise',
    'empresa',
  ],
  website: [
    'organization website',
    'organisation website',
    'web site',
    'website url',
    'company url',
    'homepage',
    'homepage url',
    'home page',
    'company domain',
    'domain',
    'domain name',
    'web address',
    'site',
    'webseite',
  ],
  category: ['sector', 'industry', 'industries', 'vertical', 'market', 'markets', 'industry group'],
  stage: [
    'round',
    'series',
    'funding stage',
    'investment stage',
    'company stage',
    'investment round',
    'funding round',
    'round name',
    'last funding type',
    'funding type',
    'last round',
    'share class',
  ],
  investmentDate: [
    'invest date',
    'invested date',
    'invested on',
    'invested',
    'date of investment',
    'closing date',
    'close date',
    'purchase date',
    'issue date',
    'issuance date',
    'date issued',
    'announced date',
    'last funding date',
    'deal date',
    'date',
  ],
}

const FIELD_LABELS: Record<Field, string> = {
  name: 'the company name',
  website: 'the website',
  category: 'the category',
  stage: 'the stage',
  investmentDate: 'the investment date',
}

/** Exports put titles and dates above the table. */
const HEADER_WITHIN = 20

export function findHeader(rows: readonly TableRow[]): Header | null {
  let best: (Header & { found: number }) | null = null
  for (const [at, { cells }] of rows.slice(0, HEADER_WITHIN).entries()) {
    const names = cells.map(headerName)
    const columns = columnsOf(names)
    const found = FIELDS.filter((field) => columns[field] !== -1).length
    if (columns.name !== -1 && found > (best?.found ?? 0))
      best = { at, columns, found, ...describeOthers(cells, names, columns) }
  }
  return best
}

const headerName = (cell: string) =>
  cell
    .replaceAll(/[\p{Cc}\uFEFF"“”'_\s]+/gu, ' ')
    .replace(/[\s*:]+$/, '')
    .trim()
    .toLowerCase()

function columnsOf(names: string[]): Columns {
  const columns: Columns = { name: -1, website: -1, category: -1, stage: -1, investmentDate: -1 }
  for (const field of FIELDS) {
    const promised = names.findIndex((name) => DOCUMENTED_HEADERS[field].includes(name))
    const other = HEADER_SYNONYMS[field].find((name) => names.includes(name))
    columns[field] = promised === -1 && other !== undefined ? names.indexOf(other) : promised
  }
  return columns
}

function describeOthers(cells: readonly string[], names: string[], columns: Columns) {
  const doubles = doubleColumns(cells, names, columns)
  const accounted = new Set([...Object.values(columns), ...doubles.map(({ column }) => column)])
  const ignored = cells.map((cell) => shownName(cell)).filter((name, column) => name !== '' && !accounted.has(column))
  return { warnings: doubles.map(({ warning }) => warning), ignored: ignored.slice(0, MAX_IGNORED) }
}

const MAX_IGNORED = 100
const MAX_SHOWN_NAME = 60

const shownName = (cell: string) =>
  cell
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SHOWN_NAME)

function doubleColumns(
  cells: readonly string[],
  names: string[],
  columns: Columns,
): { column: number; warning: string }[] {
  return FIELDS.flatMap((field) => {
    const used = names[columns[field]]
    if (used === undefined) return []
    const rivals = DOCUMENTED_HEADERS[field].includes(used) ? DOCUMENTED_HEADERS[field] : [used]
    const second = names.findIndex((name, index) => index > columns[field] && rivals.includes(name))
    if (second === -1) return []
    const [first, other] = [columns[field], second].map((column) => shownName(cells[column] ?? ''))
    const warning =
      first === other
        ? `More than one column is called “${first}”; the first is read as ${FIELD_LABELS[field]}.`
        : `Both “${first}” and “${other}” could be ${FIELD_LABELS[field]}; “${first}” is read.`
    return [{ column: second, warning }]
  })
}
