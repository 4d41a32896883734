import './site.css'
import { startConsent } from './consent.ts'
import { startThemeToggle } from './theme-toggle.ts'

const root = document.documentElement

startThemeToggle()
if (root.dataset.session === 'stored') void followSession()
else startConsent()

/** Someone was signed in on this browser: find out whether they still are before showing them the visitor's page. */
async function followSession() {
  const outcome = await loadSession()
    .then(({ resolveLandingSession }) => resolveLandingSession())
    .catch(() => 'visitor' as const)
  if (outcome === 'dashboard') return location.replace('/dashboard')
  if (outcome === 'reset-password') return location.replace('/reset-password')
  delete root.dataset.session
  startConsent()
}

/** By its address from the page: a plain import() would cost every visitor the bundler's preloading code. */
function loadSession(): Promise<typeof import('../auth/landing-session.ts')> {
  const [session = '', ...parts] =
    document.querySelector<HTMLMetaElement>('meta[name=session-modules]')?.content.split(' ') ?? []
  for (const part of parts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: part }))
  return import(/* @vite-ignore */ session)
}
