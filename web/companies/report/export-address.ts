import type { CompanyFilter } from '#domain/companies/company.ts'
import type { ExportFormat } from '#domain/companies/files.ts'

// Servers and proxies take addresses of about this length and refuse much longer ones.
const LONGEST_LIST = 7000
const TOO_MANY = 'Too many companies are selected to be printed. Use a filter instead, or print everything.'

/** Which companies go into a file or a report. */
export type ExportScope = CompanyFilter & { ids?: number[] }

/** The scope as it stands in a query string. */
export function exportSearch({ ids = [], ...filter }: ExportScope): Record<string, string> {
  const list = ids.join(',')
  if (list.length > LONGEST_LIST) throw new Error(TOO_MANY)
  const given = Object.entries({ ...filter, ids: list }).filter(([, value]) => value)
  return Object.fromEntries(given) as Record<string, string>
}

export const EXPORT_PATH = '/api/companies/export'

export const exportAddress = (format: ExportFormat, scope: ExportScope) =>
  `${EXPORT_PATH}?${new URLSearchParams({ format, ...exportSearch(scope) }).toString()}`

/** The ids of a query string; anything else in it is nobody's. */
export function readIds(value: unknown): number[] {
  const isList = typeof value === 'string' && /^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/.test(value)
  return isList ? value.split(',').map(Number) : []
}
