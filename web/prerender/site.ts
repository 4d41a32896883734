import './site.css'
import { startConsent } from './consent.ts'

const root = document.documentElement
// Not shared with the application: a module of both would be one more file for every visitor to load.
const SYSTEM_IS_DARK = matchMedia('(prefers-color-scheme: dark)')

followChanges()
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
    showTheme(theme)
    try {
      localStorage.setItem('theme', theme)
    } catch {
      // Storage can be blocked; the choice then lasts only as long as the page.
    }
    show()
  })
  addEventListener('storage', show)
  SYSTEM_IS_DARK.addEventListener('change', show)
  show()
  button.hidden = false
}

/** The system and the application's tabs can also change the theme, and the tabs the signed-in state. */
function followChanges() {
  SYSTEM_IS_DARK.addEventListener('change', () => showTheme(themeOf(chosenTheme())))
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme') showTheme(themeOf(newValue))
    if (key !== 'tidings-session') return
    if (newValue) root.dataset.user = 'known'
    else delete root.dataset.user
  })
}

function themeOf(choice: string | null): 'light' | 'dark' {
  return choice === 'dark' || (choice !== 'light' && SYSTEM_IS_DARK.matches) ? 'dark' : 'light'
}

function showTheme(theme: 'light' | 'dark') {
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
  if (bar) bar.content = bar.dataset[theme] ?? bar.content
  if (theme === 'dark') root.dataset.theme = theme
  else delete root.dataset.theme
}

function chosenTheme(): string | null {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}
