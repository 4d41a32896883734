import { Building2, ChartColumn, Compass, House, UserRound, type LucideIcon } from 'lucide-react'
import { useProfile } from '../features/account/queries.ts'
import { useNewEvents } from '../features/news/morning/use-morning.ts'
import { paths } from '../paths.ts'

export type NavigationItem = {
  label: string
  to: string
  icon: LucideIcon
  /** Subpages on which the item stays highlighted. */
  section: RegExp
}

const portfolio = {
  label: 'Portfolio',
  to: paths.investments,
  icon: Building2,
  section: /^\/(investments|companies)\b/,
}
const analytics = { label: 'Analytics', to: paths.analytics, icon: ChartColumn, section: /^\/analytics\b/ }

export const HOME: NavigationItem = { label: 'Home', to: paths.dashboard, icon: House, section: /^\/dashboard\b/ }

export const SIDEBAR: NavigationItem[] = [
  HOME,
  portfolio,
  analytics,
  { label: 'Discover', to: paths.discover, icon: Compass, section: /^\/discover\b/ },
]

export const BOTTOM_BAR: NavigationItem[] = [
  HOME,
  portfolio,
  analytics,
  { label: 'Profile', to: paths.profile, icon: UserRound, section: /^\/profile\b/ },
]

/** The value for aria-current: 'page' for the page itself, 'true' for a subpage. */
export function currentOf({ to, section }: NavigationItem, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return section.test(pathname) ? 'true' : undefined
}

export function useNewCount(): number {
  const { profile } = useProfile()
  return useNewEvents(profile?.entitlement.hasAccess === true)
}
