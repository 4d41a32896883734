import { useSyncExternalStore } from 'react'

/** The breakpoint above which the phone styles no longer apply. */
const WIDE = '(min-width: 48rem)'

export const useIsWide = (): boolean => useSyncExternalStore(listen, () => matchMedia(WIDE).matches)

function listen(onChange: () => void) {
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
