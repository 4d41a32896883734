import { useNavigate } from '@tanstack/react-router'
import { Download, LogOut, Moon, Sun } from 'lucide-react'
import { EXPORT_FORMATS } from '#domain/companies/files.ts'
import { useProfile } from '../account/queries.ts'
import { useAuth } from '../auth/auth-provider.tsx'
import { FORMAT_LABELS, useExport } from '../companies/export-menu.tsx'
import { useTheme } from '../../ui/theme.ts'
import { type Command, findable } from './match.ts'
import { ACTIONS, PAGES } from './registry.ts'
import type { ShortcutAction } from './use-shortcut-actions.ts'
import { useState } from 'react'
import { tabMemory } from '../auth/browser-storage.ts'

type OnAction = (action: ShortcutAction) => void

export function useCommands(onAction: OnAction, hasAccess: boolean) {
  return { pages: usePages(hasAccess), actions: useActions(onAction, hasAccess) }
}

function usePages(hasAccess: boolean) {
  const navigate = useNavigate()
  const isAdmin = useProfile().profile?.role === 'admin'
  const offered = PAGES.filter(({ isForAccess, isForAdmin }) => (hasAccess || !isForAccess) && (isAdmin || !isForAdmin))
  return offered.map((page) => {
    const { to, search, isDocument, ...rest } = page
    const run = () => (isDocument ? location.assign(to) : void navigate({ to, search: search ?? {} }))
    return toFindable({ ...rest, run })
  })
}

function useActions(onAction: OnAction, hasAccess: boolean) {
  const { auth } = useAuth()
  const [theme, setTheme] = useTheme()
  const exportAs = useExport()
  const forAll: Command[] = [
    {
      ...ACTIONS.theme,
      label: theme === 'dark' ? 'Use light theme' : 'Use dark theme',
      icon: theme === 'dark' ? Sun : Moon,
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    { ...ACTIONS.sheet, run: () => onAction({ kind: 'sheet' }) },
    {
      id: 'action:sign-out',
      label: 'Sign Out',
      more: 'log out leave',
      icon: LogOut,
      run: () => void auth.signOut(),
    },
  ]
  const withAccess: Command[] = [
    { ...ACTIONS.add, run: () => onAction({ kind: 'add' }) },
    { ...ACTIONS['refresh-all'], run: () => onAction({ kind: 'refresh-all' }) },
    ...EXPORT_FORMATS.map((format) => ({
      id: `action:export-${format}`,
      label: `Export as ${FORMAT_LABELS[format]}`,
      more: 'download portfolio save file',
      icon: Download,
      run: () => void exportAs(format),
    })),
  ]
  return (hasAccess ? [...withAccess, ...forAll] : forAll).map(toFindable)
}

const toFindable = (command: Command) => findable(command, command.label, command.more)

/** If the profile couldn't be loaded, access is left to the server's responses. */
export function useHasAccess(): boolean {
  const { profile, isUnavailable } = useProfile()
  return profile ? profile.entitlement.hasAccess : isUnavailable
}

const MAX_RECENT = 5

export function useRecent(): [string[], (id: string) => void] {
  const userId = useAuth().session?.user.id
  const [recent] = useState(() => (userId ? tabMemory.read(userId) : []))
  const remember = (id: string) => {
    if (userId) tabMemory.write(userId, [id, ...recent.filter((other) => other !== id)].slice(0, MAX_RECENT))
  }
  return [recent, remember]
}
