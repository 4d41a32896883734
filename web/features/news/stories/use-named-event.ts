import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'

export const eventAnchor = (storyId: number) => `event-${storyId}`

/** Goes to the event that the address names, also if it is loaded later, and opens the fold around it. */
export function useNamedEvent(isLoaded: boolean): void {
  const { hash, state } = useLocation()
  const visit = state.__TSR_key
  useEffect(() => {
    if (!isLoaded || !hash.startsWith(eventAnchor(0).slice(0, -1))) return
    const frame = requestAnimationFrame(() => {
      const event = document.getElementById(hash)
      flushSync(() => event?.dispatchEvent(new Event('beforematch', { bubbles: true })))
      event?.scrollIntoView({ block: 'center' })
      event?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react/exhaustive-deps -- goes there again at each visit
  }, [isLoaded, hash, visit])
}
