import { useSyncExternalStore } from 'react'
import { createPreference } from './preference.ts'

export type Theme = 'light' | 'dark'

/** first-paint.ts has already applied the first theme to the page. */
const preference = createPreference('theme', () => show(current()))

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

/** The system's theme, until the user chooses one. */
function current(): Theme {
  const choice = preference.read()
  return choice === 'dark' || (choice !== 'light' && systemIsDark().matches) ? 'dark' : 'light'
}

onSystemTheme(() => show(current()))

export const setTheme: (theme: Theme) => void = preference.write

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, current, () => 'light' as const), setTheme]
}

function subscribe(listen: () => void): () => void {
  const stops = [preference.subscribe(listen), onSystemTheme(listen)]
  return () => stops.forEach((stop) => stop())
}

function onSystemTheme(listen: () => void): () => void {
  const system = systemIsDark()
  system.addEventListener('change', listen)
  return () => system.removeEventListener('change', listen)
}

function show(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'dark') root.dataset.theme = theme
  else delete root.dataset.theme
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar) bar.content = bar.dataset[theme] ?? bar.content
}
