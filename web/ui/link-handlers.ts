import { useRouter } from '@tanstack/react-router'
import type { FocusEvent, MouseEvent, PointerEvent } from 'react'
import { paths } from '../paths.ts'

type Reach = PointerEvent<HTMLAnchorElement> | FocusEvent<HTMLAnchorElement>

/**
 * For plain links: the router's own are several times slower to render. The frame that answers the click comes first,
 * because leaving a page with a hundred cards takes longer than a click may.
 */
export function useLinkHandlers(onOpening?: (path: string | null) => void) {
  const router = useRouter()
  const prepare = ({ currentTarget }: Reach) => void router.preloadRoute({ to: targetOf(currentTarget) })
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const to = targetOf(event.currentTarget)
    const search = Object.fromEntries(new URLSearchParams(event.currentTarget.search))
    onOpening?.(to)
    requestAnimationFrame(() =>
      setTimeout(() => {
        void router.navigate({ to, search })
        onOpening?.(null)
      }),
    )
  }
  return { onClick: open, onPointerEnter: prepare, onFocus: prepare }
}

/** Home's address is / by contract; inside the application it opens the dashboard without a page load. */
const targetOf = ({ pathname }: HTMLAnchorElement) => (pathname === paths.landing ? paths.dashboard : pathname)
