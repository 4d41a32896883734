import { useSyncExternalStore } from 'react'

/** Where the styles change from the phone's. */
const WIDE = '(min-width: 48rem)'

export const useIsWide = (): boolean => useSyncExternalStore(listen, () => matchMedia(WIDE).matches)

function listen(onChange: () => void) {
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
