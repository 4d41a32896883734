import { useSyncExternalStore } from 'react'

/** A choice shared by all tabs of this browser. If storage is blocked, it lasts only as long as the page. */
export function createPreference(key: string, onChange: (value: string | null) => void = () => {}) {
  let kept: string | null = null
  const listeners = new Set<() => void>()
  const read = (): string | null => {
    try {
      return localStorage.getItem(key)
    } catch {
      return kept
    }
  }
  const announce = () => {
    onChange(read())
    for (const listener of listeners) listener()
  }
  addEventListener('storage', (event) => {
    if (event.key === key) announce()
  })
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    read,
    subscribe,
    write(value: string) {
      kept = value
      try {
        localStorage.setItem(key, value)
      } catch {
        // The value is already in memory.
      }
      announce()
    },
    useValue: () => useSyncExternalStore(subscribe, read, () => null),
  }
}
