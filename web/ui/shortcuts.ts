import { createPreference } from './preference.ts'

const preference = createPreference('tidings-shortcuts')

const areOn = () => preference.read() !== 'off'

/** Users who dictate, or press keys by accident, can turn shortcuts off (WCAG 2.1.4). */
export function useShortcuts(): [boolean, (on: boolean) => void] {
  return [preference.useValue() !== 'off', (on) => preference.write(on ? 'on' : 'off')]
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

/** Queues the key, because its handler may not be loaded yet. */
export function sendKey(key: string): void {
  pendingKeys.push(key)
  for (const listener of keyListeners) listener()
}

export const takeKeys = () => pendingKeys.splice(0)

export function onKey(listener: () => void): () => void {
  keyListeners.add(listener)
  return () => void keyListeners.delete(listener)
}

const ROW_KEY = 'row-key'

/** For keys that act on the current row of a list. */
export const sendRowKey = (row: Element, key: string): void =>
  void row.dispatchEvent(new CustomEvent(ROW_KEY, { detail: key }))

export function onRowKey(row: Element, act: (key: string) => void): () => void {
  const take = (event: Event) => event instanceof CustomEvent && act(String(event.detail))
  row.addEventListener(ROW_KEY, take)
  return () => row.removeEventListener(ROW_KEY, take)
}
