import { Download } from 'lucide-react'
import { useApi } from '../api/api-context.ts'
import { Menu } from '../ui/menu.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useToast } from '../ui/toast.tsx'
import { exportFailed } from './messages.ts'

const FORMATS = [
  ['CSV', 'csv'],
  ['Excel', 'xlsx'],
  ['JSON', 'json'],
] as const

export function ExportMenu() {
  const api = useApi()
  const toast = useToast()
  const save = async (format: string) => {
    try {
      saveFile(await api.download(`/api/companies/export?format=${format}`), `tidings-portfolio.${format}`)
    } catch (error) {
      toast(exportFailed(error as Error))
    }
  }
  const files = FORMATS.map(([label, format]) => ({ label, onSelect: () => void save(format) }))
  return (
    <Menu items={[...files, { label: 'Print or PDF', onSelect: () => setTimeout(() => print()) }]}>
      <Download aria-hidden />
      Export
    </Menu>
  )
}
