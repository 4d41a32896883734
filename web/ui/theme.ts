import { useSyncExternalStore } from 'react'
import { onSystemTheme, showTheme, themeOf, type Theme } from './shown-theme.ts'
import { createPreference } from './preference.ts'

const preference = createPreference('theme', (choice) => showTheme(themeOf(choice)))

const current = () => themeOf(preference.read())

onSystemTheme(() => showTheme(current()))

export const setTheme: (theme: Theme) => void = preference.write

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, current, () => 'light' as const), setTheme]
}

function subscribe(listen: () => void): () => void {
  const stops = [preference.subscribe(listen), onSystemTheme(listen)]
  return () => stops.forEach((stop) => stop())
}
