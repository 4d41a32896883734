import { useRouter } from '@tanstack/react-router'
import type { FocusEvent, MouseEvent, PointerEvent } from 'react'

type Options = {
  /** The path that is about to be opened; null when it is. */
  onOpening?: (path: string | null) => void
  /** Where a link leads that has another address. */
  targetOf?: (path: string) => string
}
type Reach = PointerEvent<HTMLAnchorElement> | FocusEvent<HTMLAnchorElement>

/**
 * For plain links: the router's own are several times slower to render. The frame that answers the click comes first,
 * because leaving a page with a hundred cards takes longer than a click may.
 */
export function useLinkHandlers({ onOpening, targetOf = (path) => path }: Options = {}) {
  const router = useRouter()
  const prepare = ({ currentTarget }: Reach) => void router.preloadRoute({ to: targetOf(currentTarget.pathname) })
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const to = targetOf(event.currentTarget.pathname)
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
