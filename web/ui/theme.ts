import { createPreference } from './preference.ts'

export type Theme = 'light' | 'dark'

/** first-paint.ts has already applied the stored choice to the page. */
const preference = createPreference('theme', (choice) => show(asTheme(choice)))

const asTheme = (choice: string | null): Theme => (choice === 'dark' ? 'dark' : 'light')

export const setTheme: (theme: Theme) => void = preference.write

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [asTheme(preference.useValue()), setTheme]
}

function show(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'dark') root.dataset.theme = theme
  else delete root.dataset.theme
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar) bar.content = bar.dataset[theme] ?? bar.content
}
