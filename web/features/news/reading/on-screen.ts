import { useEffect, useRef } from 'react'

const LOOKED_AT_MS = 1000

/** Calls back once the element has been mostly on screen for a second in a visible tab. */
export function useOnScreen<Own extends Element>(isWanted: boolean, onSeen: () => void) {
  const ref = useRef<Own>(null)
  const latest = useRef(onSeen)
  useEffect(() => {
    latest.current = onSeen
  })
  useEffect(() => {
    const element = ref.current
    if (!element || !isWanted || typeof IntersectionObserver === 'undefined') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer)
        if (!entry?.isIntersecting) return
        timer = setTimeout(() => {
          if (document.visibilityState !== 'visible') return
          latest.current()
          observer.disconnect()
        }, LOOKED_AT_MS)
      },
      { threshold: 0.6 },
    )
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isWanted])
  return ref
}
