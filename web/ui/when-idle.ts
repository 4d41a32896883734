const AFTER_FIRST_PAINT_MS = 1500

/** Not before the page has loaded and has nothing else to do. Returns what cancels it. Safari has no idle callback. */
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
