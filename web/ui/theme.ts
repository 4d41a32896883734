import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const KEY = 'theme'
const listeners = new Set<() => void>()

const root = () => document.documentElement

/** first-paint.ts has already put the choice on the page. */
const current = (): Theme => (root().dataset.theme === 'dark' ? 'dark' : 'light')

export function setTheme(theme: Theme): void {
  if (theme === 'dark') root().dataset.theme = 'dark'
  else delete root().dataset.theme
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar) bar.content = bar.dataset[theme] ?? bar.content
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Storage can be blocked; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current,
    () => 'light' as const,
  )
  return [theme, setTheme]
}
