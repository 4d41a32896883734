export type Theme = 'light' | 'dark'

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

/** The system's theme, until the user chooses one. */
export const themeOf = (choice: string | null): Theme =>
  choice === 'dark' || choice === 'light' ? choice : systemIsDark().matches ? 'dark' : 'light'

export function onSystemTheme(listen: () => void): () => void {
  const system = systemIsDark()
  system.addEventListener('change', listen)
  return () => system.removeEventListener('change', listen)
}

/** first-paint.ts has already done this for the first theme of a page. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'dark') root.dataset.theme = theme
  else delete root.dataset.theme
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar) bar.content = bar.dataset[theme] ?? bar.content
}
