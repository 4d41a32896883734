import { useSyncExternalStore } from 'react'

const KEY = 'tidings-shortcuts'
const listeners = new Set<() => void>()

/** Where storage is forbidden the choice lasts as long as the page. */
let chosen = true

/** On unless somebody has switched them off in this browser. */
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
    // Kept above.
  }
  for (const listener of listeners) listener()
}

/** Whether a single key does something; whoever speaks to the computer, or slips, can switch that off (WCAG 2.1.4). */
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

/** A key pressed for its own sake: not part of a text, of a dialog or menu, or of a combination. */
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

/** Asks for the palette, or for what a key stands for. Whoever can do it may still be on the way. */
export function sendKey(key: string): void {
  pendingKeys.push(key)
  for (const listener of keyListeners) listener()
}

export const takeKeys = () => pendingKeys.splice(0)

export function onKey(listener: () => void): () => void {
  keyListeners.add(listener)
  return () => void keyListeners.delete(listener)
}
