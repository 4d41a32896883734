import { useLocation } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { paths } from '../paths.ts'
import { TrialInSidebar } from '../features/billing/trial-banner.tsx'
import { cx } from '../ui/button.tsx'
import { useLinkHandlers } from '../ui/link-handlers.ts'
import { createPreference } from '../ui/preference.ts'
import { formatNumber } from '../ui/text.ts'
import { useTitleCount } from '../ui/use-page-title.ts'
import { Tooltip } from '../ui/overlays/tooltip.tsx'
import { currentOf, HOME, SIDEBAR, useNewCount, type NavigationItem } from './navigation-items.ts'

const preference = createPreference('tidings-sidebar')

export const useIsCollapsed = () => preference.useValue() === 'collapsed'

/** Pages that show more about the plan themselves. */
const TELLS_THE_PLAN = /^\/(subscribe|profile)\b/

/** Home's URL is / by contract, but inside the application it opens the dashboard without a page load. */
const targetOf = (path: string) => (path === paths.landing ? paths.dashboard : path)

/** Shows labels if there's room and it isn't collapsed; otherwise only icons. */
export function Sidebar() {
  const { pathname } = useLocation()
  const [opening, setOpening] = useState<string | null>(null)
  const link = useLinkHandlers({ onOpening: setOpening, targetOf })
  const isCollapsed = useIsCollapsed()
  const newStories = useNewCount()
  useTitleCount(newStories)
  return (
    <nav
      aria-label="Main"
      className="fixed inset-y-0 left-0 z-20 flex w-16 flex-col border-r border-line bg-sunk px-2.5 pt-3 max-sm:hidden lg:group-not-data-collapsed/shell:w-56 lg:group-not-data-collapsed/shell:px-3.5 print:hidden"
    >
      <div className="mb-3 flex h-9 items-center justify-between max-lg:hidden lg:group-not-data-collapsed/shell:pl-2.5">
        <p className="font-serif text-lg font-semibold tracking-tight group-data-collapsed/shell:hidden">Tidings</p>
        <CollapseButton isCollapsed={isCollapsed} />
      </div>
      <div className="grid gap-0.5">
        {SIDEBAR.map((item) => (
          <NavItem
            key={item.label}
            item={item}
            current={currentOf(item, opening ?? pathname)}
            count={item === HOME ? newStories : 0}
            link={link}
          />
        ))}
      </div>
      <div className="mt-auto max-lg:hidden group-data-collapsed/shell:hidden">
        {!TELLS_THE_PLAN.test(pathname) && <TrialInSidebar onDashboard={pathname === paths.dashboard} />}
      </div>
    </nav>
  )
}

function CollapseButton({ isCollapsed }: { isCollapsed: boolean }) {
  const label = isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <Tooltip text={label}>
      {(described) => (
        <button
          type="button"
          aria-label={label}
          onClick={() => preference.write(isCollapsed ? 'labeled' : 'collapsed')}
          className="grid h-9 w-11 cursor-pointer place-items-center rounded-md text-muted hover:text-ink lg:group-not-data-collapsed/shell:w-9"
          {...described}
        >
          <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
        </button>
      )}
    </Tooltip>
  )
}

type ItemProps = {
  item: NavigationItem
  current: 'page' | 'true' | undefined
  count: number
  link: Pick<ComponentProps<'a'>, 'onClick' | 'onPointerEnter' | 'onFocus'>
}

function NavItem({ item, current, count, link }: ItemProps) {
  const { icon: Icon, label, to } = item
  return (
    <Tooltip text={label}>
      {(described) => (
        <a
          href={item === HOME ? paths.landing : to}
          aria-current={current}
          className={cx(
            'relative flex h-11 items-center justify-center gap-3 rounded-md text-sm font-medium lg:group-not-data-collapsed/shell:h-9.5 lg:group-not-data-collapsed/shell:justify-start lg:group-not-data-collapsed/shell:px-2.5',
            current ? 'bg-surface text-ink ring-1 ring-line' : 'text-muted hover:text-ink',
          )}
          {...link}
          {...described}
        >
          <Icon aria-hidden className={cx('size-4.5 flex-none', current && 'text-accent')} strokeWidth={1.75} />
          <span className="max-lg:sr-only group-data-collapsed/shell:sr-only">{label}</span>
          <NewCount count={count} />
        </a>
      )}
    </Tooltip>
  )
}

function NewCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span className="ml-auto font-normal text-accent tabular-nums max-lg:sr-only group-data-collapsed/shell:sr-only">
        {formatNumber(count)} new
      </span>
      <span
        aria-hidden
        className="absolute top-2 right-2 size-2 rounded-full bg-accent lg:group-not-data-collapsed/shell:hidden"
      />
    </>
  )
}
