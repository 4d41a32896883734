import {
  ArchiveRestore,
  BookOpen,
  Building2,
  ChartColumn,
  Compass,
  FileText,
  FileUp,
  House,
  Keyboard,
  Mail,
  Newspaper,
  Plus,
  RefreshCw,
  Scale,
  ShieldCheck,
  UserRound,
  Wallet,
  Wrench,
} from 'lucide-react'
import { paths } from '../../paths.ts'
import type { Command } from './match.ts'

type Page = Omit<Command, 'run'> & {
  to: string
  search?: Record<string, string>
  isDocument?: true
  isForAccess?: true
  isForAdmin?: true
}

export const PAGES: Page[] = [
  {
    id: 'page:dashboard',
    label: 'Dashboard',
    more: 'home your investments portfolio',
    keys: 'g d',
    icon: House,
    to: paths.dashboard,
    isForAccess: true,
  },
  {
    id: 'page:news',
    label: 'Latest Investment News',
    more: 'feed',
    keys: 'g n',
    icon: Newspaper,
    to: paths.dashboard,
    search: { tab: 'news' },
    isForAccess: true,
  },
  {
    id: 'page:evaluator',
    label: 'Investment Evaluator',
    icon: Scale,
    to: paths.dashboard,
    search: { tab: 'evaluator' },
    isForAccess: true,
  },
  {
    id: 'page:investments',
    label: 'Your Investments',
    hint: 'the full table',
    more: 'companies portfolio filter sort',
    icon: Building2,
    to: paths.investments,
    isForAccess: true,
  },
  {
    id: 'page:discover',
    label: 'Discover',
    more: 'suggestions new companies',
    keys: 'g v',
    icon: Compass,
    to: paths.discover,
    isForAccess: true,
  },
  {
    id: 'page:analytics',
    label: 'Analytics',
    more: 'charts insights activity quiet',
    icon: ChartColumn,
    to: paths.analytics,
    isForAccess: true,
  },
  {
    id: 'page:upload',
    label: 'Bulk Upload',
    more: 'import csv excel file',
    icon: FileUp,
    to: paths.upload,
    isForAccess: true,
  },
  {
    id: 'page:removed',
    label: 'Recently removed',
    more: 'restore undo deleted',
    icon: ArchiveRestore,
    to: paths.investments,
    search: { view: 'removed' },
    isForAccess: true,
  },
  { id: 'page:report', label: 'Portfolio report', more: 'print pdf paper', icon: FileText, to: paths.report },
  {
    id: 'page:profile',
    label: 'Profile',
    more: 'account settings',
    keys: 'g p',
    icon: UserRound,
    to: paths.profile,
  },
  {
    id: 'page:billing',
    label: 'Billing',
    more: 'payment methods subscription card invoices',
    icon: Wallet,
    to: paths.billing,
  },
  {
    id: 'page:email',
    label: 'Digest and alerts',
    more: 'email notifications weekly daily time zone unsubscribe',
    icon: Mail,
    to: paths.email,
  },
  {
    id: 'page:security',
    label: 'Security',
    more: 'account settings password two-step passkeys devices your data',
    icon: ShieldCheck,
    to: paths.security,
  },
  {
    id: 'page:admin',
    label: 'Administration',
    more: 'admin accounts grants codes jobs sources cost',
    icon: Wrench,
    to: paths.admin,
    isForAdmin: true,
  },
  {
    id: 'page:api',
    label: 'API reference',
    more: 'docs developer',
    icon: BookOpen,
    to: paths.apiReference,
    isDocument: true,
  },
]

type Action = Omit<Command, 'run' | 'label' | 'icon'> & { keys: string; help: string; isForAccess: boolean }

/** Actions available in the palette and as a single key; `help` is the text on the shortcut sheet. */
export const ACTIONS = {
  add: {
    id: 'action:add',
    label: 'Add Company',
    more: 'new investment',
    keys: 'a',
    help: 'Add a company',
    icon: Plus,
    isForAccess: true,
  },
  'refresh-all': {
    id: 'action:refresh',
    label: 'Refresh All',
    more: 'fetch news',
    keys: 'R',
    help: 'Refresh all companies',
    icon: RefreshCw,
    isForAccess: true,
  },
  theme: {
    id: 'action:theme',
    more: 'switch theme colors',
    keys: 't',
    help: 'Switch between light and dark',
    isForAccess: false,
  },
  sheet: {
    id: 'action:keys',
    label: 'Keyboard shortcuts',
    more: 'help',
    keys: '?',
    help: 'This sheet',
    icon: Keyboard,
    isForAccess: false,
  },
} satisfies Record<string, Action & Partial<Command>>

export type ActionName = keyof typeof ACTIONS

const NAMES = Object.keys(ACTIONS) as ActionName[]

export const actionForKey = (key: string) => NAMES.find((name) => ACTIONS[name].keys === key)

/** `key` is the second key of a sequence such as `g d`. */
export const pageForKey = (key: string) => PAGES.find(({ keys }) => keys === `g ${key}`)
