import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { Button } from '../button.tsx'
import type { MenuItem } from './menu-list.tsx'

const load = () => import('./menu-list.tsx')
const MenuList = lazy(() => load().then((module) => ({ default: module.MenuList })))

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'busy' | 'children'> & {
  items: MenuItem[]
  /** Below the items. */
  note?: string
  label?: string
  /** Called on hover or focus, before the menu opens. */
  onReach?: () => void
}

/** The menu's code is loaded on hover or focus. */
export function Menu({ items, note, label, onReach, children, ...look }: Props) {
  const [wanted, setWanted] = useState(false)
  const reach = () => {
    void load()
    onReach?.()
  }
  const closed = (
    <Button
      {...look}
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
        trigger={
          <Button {...look} aria-label={label}>
            {children}
          </Button>
        }
      />
    </Suspense>
  )
}
