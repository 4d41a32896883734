import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** After a navigation the new page gets the focus and its title is read out; changes of the query string are no navigation. */
export function PageAnnouncer() {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const previous = useRef(path)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (!path || previous.current === path) return
    const isFirstPage = previous.current === undefined
    previous.current = path
    if (isFirstPage) return
    const timer = setTimeout(() => {
      setTitle(document.title)
      // Who has opened a dialog meanwhile is typing there.
      if (document.activeElement?.closest('dialog, [role=dialog]')) return
      const place = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main')
      place?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [path])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
