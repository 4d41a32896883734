import { Link, useLocation } from '@tanstack/react-router'
import { Plus, UserRound } from 'lucide-react'
import { useState } from 'react'
import { PaletteButton } from '../features/commands/shortcuts.tsx'
import { useProfile } from '../features/account/queries.ts'
import { paths } from '../paths.ts'
import { Button, cx } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy.tsx'
import { useLinkHandlers } from '../ui/link-handlers.ts'
import { COLUMN } from '../ui/page.tsx'
import { sendKey } from '../ui/shortcuts.ts'
import { BOTTOM_BAR, currentOf, HOME, useNewCount } from './navigation-items.ts'

const NotificationBell = lazyComponent(
  () => import('./notifications.tsx'),
  'NotificationBell',
  <span className="size-11 flex-none" />,
)

export function TopBar() {
  return (
    <header className="z-20 border-b border-line bg-paper sm:sticky sm:top-0 print:hidden">
      <div className={cx(COLUMN, 'flex h-13.5 items-center gap-1 sm:h-15')}>
        <p className="mr-auto font-serif text-lg font-semibold tracking-tight sm:hidden">Tidings</p>
        <PaletteButton />
        <div className="flex items-center gap-1 sm:ml-auto sm:pl-4">
          <AddButton />
          <NotificationBell />
          <ProfileButton />
        </div>
      </div>
    </header>
  )
}

/** Pages that offer it themselves, next to what a company is added to. */
const OFFERS_IT = /^\/investments\b/

function AddButton() {
  const { pathname } = useLocation()
  const { profile } = useProfile()
  if (profile?.entitlement.hasAccess !== true || OFFERS_IT.test(pathname)) return null
  return (
    <Button
      aria-haspopup="dialog"
      onClick={() => sendKey('a')}
      className="flex-none max-sm:size-11 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0 max-sm:text-muted sm:mr-1 sm:h-9"
    >
      <Plus aria-hidden className="max-sm:size-5!" />
      <span className="max-sm:sr-only">Add Company</span>
    </Button>
  )
}

function ProfileButton() {
  const { pathname } = useLocation()
  const { shown } = useProfile()
  if (pathname === paths.profile) return null
  const initial = shown.firstName?.trim()[0] ?? shown.email[0]
  return (
    <Link
      to={paths.profile}
      aria-label="Profile"
      className="-mr-1 grid size-11 flex-none place-items-center rounded-full hover:opacity-90"
    >
      <span
        aria-hidden
        className="grid size-8.5 place-items-center rounded-full bg-accent font-serif text-base font-semibold text-on-accent"
      >
        {initial?.toUpperCase() ?? <UserRound className="size-4.5" strokeWidth={1.75} />}
      </span>
    </Link>
  )
}

/** The navigation on phones, within reach of a thumb. */
export function BottomBar() {
  const { pathname } = useLocation()
  const [opening, setOpening] = useState<string | null>(null)
  const link = useLinkHandlers({ onOpening: setOpening })
  const newEvents = useNewCount()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      {BOTTOM_BAR.map((item) => {
        const { label, to, icon: Icon } = item
        const current = currentOf(item, opening ?? pathname)
        const hasNew = newEvents > 0 && item === HOME
        return (
          <a
            key={label}
            href={to}
            {...link}
            aria-current={current}
            className={cx(
              'relative grid h-15 content-center justify-items-center gap-0.5 text-sm',
              current ? 'font-medium text-accent' : 'text-muted',
            )}
          >
            <Icon aria-hidden className="size-5" strokeWidth={1.75} />
            <span>
              {label}
              {hasNew && <span className="sr-only"> ({newEvents} new)</span>}
            </span>
            {hasNew && <span aria-hidden className="absolute top-2 left-1/2 ml-2.5 size-2 rounded-full bg-accent" />}
          </a>
        )
      })}
    </nav>
  )
}
