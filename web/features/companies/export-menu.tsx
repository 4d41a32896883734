import { useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { exportCompanies, exportPortfolio } from '#domain/companies/endpoints.ts'
import type { CompanyFilter } from '#domain/companies/company.ts'
import { EXPORT_FORMATS, exportFileName, type ExportFormat } from '#domain/companies/files.ts'
import { useApi } from '../../api/context.ts'
import { paths } from '../../paths.ts'
import { formatNumber } from '../../ui/text.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { exportFailed } from './messages.ts'
import { isFiltered } from './queries.ts'

export const FORMAT_LABELS: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel', json: 'JSON' }

const NO_FILTER: CompanyFilter = {}
const NO_IDS: number[] = []

export function useExport() {
  const api = useApi()
  const toast = useToast()
  return async (format: ExportFormat, { ids = NO_IDS, ...filter }: ExportScope = {}) => {
    try {
      const file =
        ids.length > 0
          ? await api.download(exportCompanies, { body: { format, ids, sort: filter.sort } })
          : await api.download(exportPortfolio, { query: { format, ...filter } })
      const { saveFile } = await import('../../ui/copy-and-save.tsx')
      const name = exportFileName(format, new Date())
      saveFile(file, name)
      toast({ title: 'Export ready', description: `${name} was saved to your downloads.` })
    } catch (error) {
      toast(exportFailed(error as Error))
    }
  }
}

type Props = { filter?: CompanyFilter; ids?: number[] }

export function ExportMenu({ filter = NO_FILTER, ids = NO_IDS }: Props) {
  const exportAs = useExport()
  const toast = useToast()
  const navigate = useNavigate()
  const print = (scope: ExportScope) => {
    try {
      void navigate({ to: paths.report, search: exportSearch(scope) })
    } catch (error) {
      toast(exportFailed(error as Error))
    }
  }
  const items = scopes(filter, ids).flatMap(({ called, scope }) => [
    ...EXPORT_FORMATS.map((format) => ({
      label: FORMAT_LABELS[format] + called,
      onSelect: () => void exportAs(format, scope),
    })),
    { label: `Print or PDF${called}`, onSelect: () => print(scope) },
  ])
  return (
    <Menu items={items}>
      <Download aria-hidden />
      Export
    </Menu>
  )
}

function scopes(filter: CompanyFilter, ids: number[]): { called: string; scope: ExportScope }[] {
  const everything = { sort: filter.sort }
  const [called, part] =
    ids.length > 0 ? [`${formatNumber(ids.length)} selected`, { sort: filter.sort, ids }] : ['this view', filter]
  if (ids.length === 0 && !isFiltered(filter)) return [{ called: '', scope: everything }]
  return [
    { called: ` (${called})`, scope: part },
    { called: ' (everything)', scope: everything },
  ]
}

// Servers and proxies reject much longer URLs.
const LONGEST_LIST = 7000
const TOO_MANY = 'Too many companies selected to print. Use a filter instead, or print everything.'

export type ExportScope = CompanyFilter & { ids?: number[] }

export function exportSearch({ ids = [], ...filter }: ExportScope) {
  const list = ids.join(',')
  if (list.length > LONGEST_LIST) throw new Error(TOO_MANY)
  return { ...filter, ids: list || undefined }
}

export function readIds(value: unknown): number[] {
  const isList = typeof value === 'string' && /^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/.test(value)
  return isList ? value.split(',').map(Number) : []
}
