import { escapeHtml, plainPage } from '../http/plain-page.ts'
import type { UndoResult } from './email-change-undo.ts'
import type { AuthHttp } from './parts.ts'

export function undoPage(c: AuthHttp, { token, email }: { token: string; email: string }): Response {
  return send(c, {
    title: 'Undo the email change?',
    content: `<p>Your account will use ${strong(email)} again. Every device is signed out, your current password stops working, and passkeys and authenticator apps added since the day before the change are removed. We then email you a link to choose a new password.</p>
<form method="post" action="undo"><input type="hidden" name="token" value="${escapeHtml(token)}"><button>Undo the change</button></form>`,
  })
}

export function undoResultPage(c: AuthHttp, result: UndoResult): Response {
  switch (result.kind) {
    case 'undone':
      return send(c, {
        title: 'Email change undone',
        content: `<p>Your account uses ${strong(result.email)} again, and every device was signed out. We just emailed you a link to choose a new password; the old one no longer works.</p>`,
      })
    case 'taken':
      c.status(409)
      return send(c, {
        title: 'We could not undo this change',
        content: `<p>Your old address now belongs to another account. Please <a href="/contact">contact us</a>.</p>`,
      })
    case 'expired':
      c.status(410)
      return send(c, {
        title: 'This link is invalid or has expired',
        content: `<p>An email change can be undone once, for 7 days. If you still need help, please <a href="/contact">contact us</a>.</p>`,
      })
  }
}

const strong = (text: string) => `<strong>${escapeHtml(text)}</strong>`

function send(c: AuthHttp, page: { title: string; content: string }): Response {
  const { html, policy } = plainPage({
    ...page,
    style: ({ accent }) => `strong{overflow-wrap:anywhere}p a{color:${accent}}`,
  })
  c.header('content-security-policy', policy)
  c.header('referrer-policy', 'no-referrer')
  c.header('cache-control', 'no-store')
  return c.html(html)
}
