const AFTER_FIRST_PAINT_MS = 1500

/** Runs `act` once the page has loaded and is idle; returns a cancel function. Safari has no requestIdleCallback. */
export function whenIdle(act: () => void): () => void {
  let idle = 0
  const wait = globalThis.requestIdleCallback ?? ((later: () => void) => Number(setTimeout(later)))
  const timer = setTimeout(() => {
    idle = wait(act)
  }, AFTER_FIRST_PAINT_MS)
  return () => {
    clearTimeout(timer)
    globalThis.cancelIdleCallback?.(idle)
  }
}
