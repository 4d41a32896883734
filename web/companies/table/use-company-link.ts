import { useNavigate, useRouter } from '@tanstack/react-router'
import type { FocusEvent, MouseEvent, PointerEvent } from 'react'

/**
 * Makes a row's plain link stay in the application, and fetches the page behind it ahead of the click.
 * The router's own links cost several times as much to draw, which scrolling through thousands would show.
 */
export function useCompanyLink() {
  const navigate = useNavigate()
  const router = useRouter()
  const prepare = ({ currentTarget }: PointerEvent<HTMLAnchorElement> | FocusEvent<HTMLAnchorElement>) =>
    void router.preloadRoute({ to: currentTarget.pathname })
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ to: event.currentTarget.pathname })
  }
  return { onClick: open, onPointerEnter: prepare, onFocus: prepare }
}

export type CompanyLink = ReturnType<typeof useCompanyLink>
