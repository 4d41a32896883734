import { createHash } from 'node:crypto'
import { escapeHtml } from '../http/pages.ts'
import type { AuthHttp } from './parts.ts'

const TITLES: Record<string, string> = {
  recovery: 'Reset your password',
  signup: 'Confirm your e-mail address',
  invite: 'Accept your invitation',
  magiclink: 'Sign in to Tidings',
  email_change: 'Confirm your new e-mail address',
}

const SCRIPT = `document.forms[0].submit()`
const STYLE = `body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#fcfaf6;color:#1d2027;display:grid;place-items:center;min-height:100vh}
main{max-width:24rem;padding:2rem;text-align:center}h1{font-size:1.25rem}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.5rem;background:#0e5338;color:#fcfaf6;cursor:pointer}
@media (prefers-color-scheme:dark){body{background:#111317;color:#eae7e2}button{background:#78c7a3;color:#081510}}`

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
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><form method="post" action="verify">${fields}<button>Continue</button></form></main><script>${SCRIPT}</script></body></html>`
  const target = URL.parse(redirectTo)
  c.header(
    'content-security-policy',
    [
      "default-src 'none'",
      `script-src '${hashOf(SCRIPT)}'`,
      `style-src '${hashOf(STYLE)}'`,
      // Browsers check where a form's answer redirects to, so the allowed target is named here.
      `form-action 'self' ${target?.origin === 'null' ? (target?.protocol ?? '') : (target?.origin ?? '')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
  return c.html(html)
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
