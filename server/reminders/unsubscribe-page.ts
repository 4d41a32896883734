import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { HttpEnvironment } from '../http/environment.ts'
import { escapeHtml } from '../http/pages.ts'

type State = 'ask' | 'refused' | 'wanted' | 'unknown'
type Content = { title: string; text: string; button: string | null; again: boolean }

const CONTENT: Record<State, Content> = {
  ask: {
    title: 'No more reminders?',
    text: 'We remind you by e-mail shortly before your free trial ends, and when it has ended.',
    button: 'Unsubscribe',
    again: false,
  },
  refused: {
    title: 'You are unsubscribed',
    text: 'We will not remind you of your trial any more. Letters about payments and about the safety of your account still come.',
    button: 'Send reminders again',
    again: true,
  },
  wanted: {
    title: 'Reminders are on',
    text: 'We will remind you of your trial again.',
    button: 'Unsubscribe',
    again: false,
  },
  unknown: {
    title: 'This link does not work',
    text: 'Perhaps a part of it is missing: please open it from the letter once more. The account may also have been deleted; then no more letters come.',
    button: null,
    again: false,
  },
}

const STYLE = `body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f7f7f5;color:#1c1d1f;display:grid;place-items:center;min-height:100vh}
main{max-width:26rem;padding:2rem;text-align:center}h1{font-size:1.25rem}
button{font:inherit;min-height:2.75rem;padding:.6rem 1.2rem;border:0;border-radius:.5rem;background:#1f3a5f;color:#fff;cursor:pointer}
@media (prefers-color-scheme:dark){body{background:#16181b;color:#ececea}button{background:#8fb3e0;color:#10131a}}`

/** A page of its own, without script: it must work in any browser that a mail program opens. */
export function unsubscribePage(c: Context<HttpEnvironment>, state: State, token: string): Response {
  const { title, text, button, again } = CONTENT[state]
  const action = escapeHtml(`/unsubscribe?token=${encodeURIComponent(token)}${again ? '&again=1' : ''}`)
  const form = button ? `<form method="post" action="${action}"><button>${button}</button></form>` : ''
  c.header(
    'content-security-policy',
    [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
  return c.html(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title} - Tidings</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`,
    state === 'unknown' ? 404 : 200,
  )
}
