import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { Button } from '../button.tsx'
import type { MenuItem } from './menu-list.tsx'

const load = () => import('./menu-list.tsx')
const MenuList = lazy(() => load().then((module) => ({ default: module.MenuList })))

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'children'> & { items: MenuItem[]; label?: string }

/** The menu's code is loaded on hover or focus. */
export function Menu({ items, variant, label, children }: Props) {
  const [wanted, setWanted] = useState(false)
  const closed = (
    <Button
      variant={variant}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
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
        trigger={
          <Button variant={variant} aria-label={label}>
            {children}
          </Button>
        }
      />
    </Suspense>
  )
}
