import './site.css'
import { startConsent } from './consent.ts'

const root = document.documentElement

followOtherTabs()
startThemeToggle()
if (root.dataset.session === 'stored') void followSession()
else startConsent()

async function followSession() {
  const outcome = await loadSession()
    .then(({ resolveLandingSession }) => resolveLandingSession())
    .catch(() => 'visitor' as const)
  if (outcome === 'dashboard') return location.replace('/dashboard')
  if (outcome === 'reset-password') return location.replace('/reset-password')
  delete root.dataset.session
  delete root.dataset.user
  startConsent()
}

/**
 * Reads the module's URL from the page, because a plain import() would make every visitor load the bundler's preload
 * code.
 */
function loadSession(): Promise<typeof import('../features/auth/landing-session.ts')> {
  const [session = '', ...parts] =
    document.querySelector<HTMLMetaElement>('meta[name=session-modules]')?.content.split(' ') ?? []
  for (const part of parts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: part }))
  return import(/* @vite-ignore */ session)
}

/** The button is hidden in the markup because it needs JavaScript. */
function startThemeToggle() {
  const button = document.getElementById('theme-toggle')
  if (!button) return
  const isDark = () => root.dataset.theme === 'dark'
  const show = () => button.setAttribute('aria-pressed', String(isDark()))
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    setTheme(theme)
    try {
      localStorage.setItem('theme', theme)
    } catch {
      // Storage can be blocked; the choice then lasts only as long as the page.
    }
    show()
  })
  addEventListener('storage', show)
  show()
  button.hidden = false
}

function setTheme(theme: 'light' | 'dark') {
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar) bar.content = bar.dataset[theme] ?? bar.content
  if (theme === 'dark') root.dataset.theme = theme
  else delete root.dataset.theme
}

/** The application's tabs can also change the theme and the signed-in state. */
function followOtherTabs() {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme') setTheme(newValue === 'dark' ? 'dark' : 'light')
    if (key !== 'tidings-session') return
    if (newValue) root.dataset.user = 'known'
    else delete root.dataset.user
  })
}
