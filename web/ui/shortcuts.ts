import { useSyncExternalStore } from 'react'

const KEY = 'tidings-shortcuts'
const listeners = new Set<() => void>()

/** Fallback where storage is blocked. */
let chosen = true

function areOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return chosen
  }
}

function setOn(on: boolean): void {
  chosen = on
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Kept in memory above.
  }
  for (const listener of listeners) listener()
}

/** People who dictate, or press keys by accident, can switch them off (WCAG 2.1.4). */
export function useShortcuts(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    areOn,
    () => true,
  )
  return [on, setOn]
}

export const isShortcut = (event: KeyboardEvent) =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) &&
  areOn() &&
  !isTyping(event.target) &&
  !document.querySelector('dialog[open], [aria-modal], [role=menu]')

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))

const pendingKeys: string[] = []
const keyListeners = new Set<() => void>()

/** The handler may not be loaded yet. */
export function sendKey(key: string): void {
  pendingKeys.push(key)
  for (const listener of keyListeners) listener()
}

export const takeKeys = () => pendingKeys.splice(0)

export function onKey(listener: () => void): () => void {
  keyListeners.add(listener)
  return () => void keyListeners.delete(listener)
}
