import { useEffect, useRef } from 'react'

type Glance = { forMs: number; share: number }

const MOSTLY: Glance = { forMs: 1000, share: 0.6 }
/** Not quite 1, because of fractions of a pixel. */
export const FULLY: Glance = { forMs: 3000, share: 0.98 }

/** Calls back once this much of the element has been on screen for this long, with the tab in front. */
export function useOnScreen<Own extends Element>(
  isWanted: boolean,
  onSeen: () => void,
  { forMs, share }: Glance = MOSTLY,
) {
  const ref = useRef<Own>(null)
  const latest = useRef(onSeen)
  useEffect(() => {
    latest.current = onSeen
  })
  useEffect(() => {
    const element = ref.current
    if (!element || !isWanted || typeof IntersectionObserver === 'undefined') return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isInside = false
    const look = () => {
      clearTimeout(timer)
      if (!isInside || document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        stop()
        latest.current()
      }, forMs)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        isInside = (entries.at(-1)?.intersectionRatio ?? 0) >= share
        look()
      },
      { threshold: share },
    )
    const stop = () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
    observer.observe(element)
    document.addEventListener('visibilitychange', look)
    return stop
  }, [isWanted, forMs, share])
  return ref
}
