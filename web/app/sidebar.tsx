import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Compass, House, Search } from 'lucide-react'
import type { MouseEvent } from 'react'
import { sendKey } from '../ui/shortcuts.ts'
import { paths } from '../paths.ts'
import { cx } from '../ui/button.tsx'
import { Tooltip } from '../ui/overlays/tooltip.tsx'
import { lazyComponent } from '../ui/lazy.tsx'

export function Sidebar() {
  const { pathname } = useLocation()
  const atHome = pathname === paths.dashboard
  const inHome = atHome || /^\/(companies|investments|analytics)(\/|$)/.test(pathname)
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 flex justify-around border-t border-line bg-sunk pb-[env(safe-area-inset-bottom)] md:inset-x-auto md:inset-y-0 md:left-0 md:w-16 md:flex-col md:items-center md:justify-start md:gap-2.5 md:border-t-0 md:border-r md:pt-4.5"
    >
      <HomeLink active={inHome} current={atHome ? 'page' : inHome ? 'true' : undefined} />
      <DiscoverLink active={pathname === paths.discover} />
      <SearchEntry />
      <NotificationsEntry className={entry(false)} />
    </nav>
  )
}

const entry = (active: boolean) =>
  cx(
    'grid place-items-center content-center gap-0.5 text-sm max-md:h-14 max-md:flex-1 md:size-11 md:rounded-lg [&_svg]:size-5',
    active ? 'text-accent md:bg-surface md:ring-1 md:ring-line' : 'text-muted hover:text-ink',
  )

const NotificationsEntry = lazyComponent(
  () => import('./notifications.tsx'),
  'NotificationsEntry',
  <span className={entry(false)} />,
)

/** The address is / by contract; inside the application it opens the dashboard without a page load. */
function HomeLink({ active, current }: { active: boolean; current: 'page' | 'true' | undefined }) {
  const navigate = useNavigate()
  const stay = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ to: paths.dashboard })
  }
  return (
    <Tooltip text="Home">
      {(described) => (
        <a href={paths.landing} onClick={stay} aria-current={current} className={entry(active)} {...described}>
          <House aria-hidden strokeWidth={1.75} />
          <span className="md:sr-only">Home</span>
        </a>
      )}
    </Tooltip>
  )
}

function DiscoverLink({ active }: { active: boolean }) {
  return (
    <Tooltip text="Discover">
      {(described) => (
        <Link to={paths.discover} aria-current={active ? 'page' : undefined} className={entry(active)} {...described}>
          <Compass aria-hidden strokeWidth={1.75} />
          <span className="md:sr-only">Discover</span>
        </Link>
      )}
    </Tooltip>
  )
}

function SearchEntry() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => sendKey('palette')}
      className={cx(entry(false), 'cursor-pointer md:hidden')}
    >
      <Search aria-hidden strokeWidth={1.75} />
      Search
    </button>
  )
}
