import { useEffect, useRef, useState } from 'react'

/** A table scrolled past requests nothing. */
const STAYS_MS = 150

export function useStaysInView<Shown extends Element>(wanted: boolean) {
  const ref = useRef<Shown>(null)
  const [hasStayed, setStayed] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!wanted || hasStayed || !element || typeof IntersectionObserver === 'undefined') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = watch(element, (isInView) => {
      clearTimeout(timer)
      if (isInView) timer = setTimeout(() => setStayed(true), STAYS_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [wanted, hasStayed])
  return { ref, hasStayed }
}

const watched = new Map<Element, (isInView: boolean) => void>()
let observer: IntersectionObserver | null = null

/** One observer for all: a page may have hundreds of logos. */
function watch(element: Element, onChange: (isInView: boolean) => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting)
  })
  watched.set(element, onChange)
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer?.unobserve(element)
  }
}
