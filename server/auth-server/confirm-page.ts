import { escapeHtml, plainPage } from '../http/plain-page.ts'
import type { AuthHttp } from './parts.ts'

const TITLES: Record<string, string> = {
  recovery: 'Reset your password',
  signup: 'Confirm your e-mail address',
  invite: 'Accept your invitation',
  magiclink: 'Sign in to Tidings',
  email_change: 'Confirm your new e-mail address',
}

const SCRIPT = `document.forms[0].submit()`

/**
 * What a mailed link shows to whoever asks for a page. Programs that open every link in a mail ask for pages too and
 * follow redirects, but send no forms: the token is spent by the form, which a browser sends by itself.
 */
export function confirmPage(
  c: AuthHttp,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): Response {
  const title = TITLES[type] ?? 'Continue to Tidings'
  const fields = Object.entries({ token, type, redirect_to: redirectTo })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  const target = URL.parse(redirectTo)
  const { html, policy } = plainPage({
    title,
    content: `<form method="post" action="verify">${fields}<button>Continue</button></form>`,
    script: SCRIPT,
    // Browsers check where a form's answer redirects to, so the allowed target is named.
    leadsTo: target?.origin === 'null' ? target.protocol : (target?.origin ?? ''),
  })
  c.header('content-security-policy', policy)
  return c.html(html)
}
