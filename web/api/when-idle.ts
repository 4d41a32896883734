import type { QueryClient } from '@tanstack/react-query'

type Cancel = () => void

/** Runs `act` once the document has loaded and the page has nothing to do. Safari has no requestIdleCallback. */
export function whenIdle(act: () => void): Cancel {
  const wait = globalThis.requestIdleCallback ?? ((later: () => void) => Number(setTimeout(later)))
  const cancel = globalThis.cancelIdleCallback ?? clearTimeout
  let idle = 0
  const start = () => {
    idle = wait(act)
  }
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
  return () => {
    removeEventListener('load', start)
    cancel(idle)
  }
}

/** Runs `act` once the page also has the data that it asked for. */
export function whenSettled(queryClient: QueryClient, act: () => void): Cancel {
  let cancel: Cancel = () => {}
  const start = () => {
    if (queryClient.isFetching() > 0) return
    stop()
    cancel = whenIdle(act)
  }
  const stop = queryClient.getQueryCache().subscribe(start)
  start()
  return () => {
    stop()
    cancel()
  }
}
