// Runs inline before the first paint on every page (its hash is in the CSP), so it must stay tiny and import nothing.
const root = document.documentElement
let theme: string | null = null
try {
  theme = localStorage.getItem('theme')
  if (localStorage.getItem('tidings-session')) {
    root.dataset.user = 'known'
    if (location.pathname === '/') root.dataset.session = 'stored'
  }
  if (sessionStorage.getItem('tidings-return-to')) root.dataset.returns = 'yes'
} catch {
  // Storage can be blocked; the defaults, signed out and the system's theme, are right in that case.
}
if (theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches) {
  root.dataset.theme = 'dark'
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar?.dataset.dark) bar.content = bar.dataset.dark
}
