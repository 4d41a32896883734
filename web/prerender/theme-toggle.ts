const root = document.documentElement

/** The footer's button. It is hidden in the markup because without script it could do nothing. */
export function startThemeToggle() {
  const button = document.getElementById('theme-toggle')
  if (!button) return
  const isDark = () => root.dataset.theme === 'dark'
  const show = () => button.setAttribute('aria-pressed', String(isDark()))
  button.addEventListener('click', () => {
    setTheme(isDark() ? 'light' : 'dark')
    show()
  })
  show()
  button.hidden = false
}

function setTheme(theme: 'light' | 'dark') {
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar) bar.content = bar.dataset[theme] ?? bar.content
  if (theme === 'dark') root.dataset.theme = theme
  else delete root.dataset.theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Forbidden storage: the choice holds for this page only.
  }
}
