import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import type { MenuItem } from './menu-list.tsx'

const load = () => import('./menu-list.tsx')
const MenuList = lazy(() => load().then((module) => ({ default: module.MenuList })))

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'busy' | 'className' | 'children' | 'ref'> & {
  items: MenuItem[]
  label?: string
  /** Below the items. */
  note?: ReactNode
  listClass?: string
  /** Called on hover or focus, before the menu opens. */
  onReach?: () => void
}

/** The menu's code is loaded on hover or focus. */
export function Menu({ items, label, note, listClass, onReach, children, ...button }: Props) {
  const [wanted, setWanted] = useState(false)
  const reach = () => {
    void load()
    onReach?.()
  }
  const closed = (
    <Button
      {...button}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={reach}
      onFocus={reach}
      onClick={() => setWanted(true)}
    >
      {children}
    </Button>
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <MenuList
        items={items}
        note={note}
        className={listClass}
        trigger={
          <Button {...button} aria-label={label}>
            {children}
          </Button>
        }
      />
    </Suspense>
  )
}
