import { useNavigate } from '@tanstack/react-router'
import { Download, Keyboard, LogOut, Moon, Plus, RefreshCw, Sun } from 'lucide-react'
import { EXPORT_FORMATS, exportFileName, type ExportFormat } from '#domain/companies/files.ts'
import { useProfile } from '../account/queries.ts'
import { useApi } from '../api/api-context.ts'
import { useAuth } from '../auth/use-auth.ts'
import { exportFailed } from '../companies/messages.ts'
import { saveFile } from '../ui/save-file.ts'
import { useTheme } from '../ui/theme.ts'
import { useToast } from '../ui/toast.tsx'
import type { Choice } from './choice.ts'
import { findable } from './match.ts'
import { PAGES } from './pages.ts'

/** What the palette leaves to whoever shows it. */
export type Deeds = { add: () => void; refreshAll: () => void; showKeys: () => void }

/** What can be chosen beside companies and news. What needs access is not offered to those without. */
export function useChoices(deeds: Deeds, mayUse: boolean) {
  return { pages: usePages(mayUse), actions: useActions(deeds, mayUse) }
}

function usePages(mayUse: boolean) {
  const navigate = useNavigate()
  const isAdmin = useProfile().profile?.role === 'admin'
  const offered = PAGES.filter(
    ({ isForAccess, isForAdmin }) => (mayUse || !isForAccess) && (isAdmin || !isForAdmin),
  )
  return offered.map((page) => {
    const { to, search, isDocument, ...rest } = page
    const run = () =>
      isDocument ? location.assign(to) : void navigate({ to, search: (search ?? {}) as never })
    return toFindable({ ...rest, run })
  })
}

function useActions({ add, refreshAll, showKeys }: Deeds, mayUse: boolean) {
  const { auth } = useAuth()
  const [theme, setTheme] = useTheme()
  const exportAs = useExport()
  const forAll: Choice[] = [
    {
      id: 'action:theme',
      label: theme === 'dark' ? 'Use light theme' : 'Use dark theme',
      more: 'switch theme colours',
      keys: 't',
      icon: theme === 'dark' ? Sun : Moon,
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'action:keys',
      label: 'Keyboard shortcuts',
      more: 'help',
      keys: '?',
      icon: Keyboard,
      run: showKeys,
    },
    {
      id: 'action:sign-out',
      label: 'Sign Out',
      more: 'log out leave',
      icon: LogOut,
      run: () => void auth.signOut(),
    },
  ]
  const withAccess: Choice[] = [
    { id: 'action:add', label: 'Add Company', more: 'new investment', keys: 'a', icon: Plus, run: add },
    {
      id: 'action:refresh',
      label: 'Refresh All',
      more: 'fetch news',
      keys: 'R',
      icon: RefreshCw,
      run: refreshAll,
    },
    ...EXPORT_FORMATS.map((format) => ({
      id: `action:export-${format}`,
      label: `Export as ${LABELS[format]}`,
      more: 'download portfolio save file',
      icon: Download,
      run: () => void exportAs(format),
    })),
  ]
  return (mayUse ? [...withAccess, ...forAll] : forAll).map(toFindable)
}

const LABELS: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel', json: 'JSON' }

/** The whole portfolio as a file. */
function useExport() {
  const api = useApi()
  const toast = useToast()
  return async (format: ExportFormat) => {
    try {
      const file = await api.download(`/api/companies/export?format=${format}`)
      saveFile(file, exportFileName(format, new Date()))
    } catch (error) {
      toast(exportFailed(error as Error))
    }
  }
}

const toFindable = (choice: Choice) => findable(choice, choice.label, choice.more)
