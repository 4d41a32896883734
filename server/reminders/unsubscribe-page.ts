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

/** The colours are those of web/tokens.css, in a notation that old browsers read. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;font:16px/1.55 system-ui,sans-serif;background:#fcfaf6;color:#1d2027}
main{max-width:30rem;margin:0 auto;padding:3rem 1.25rem}
h1,.name{font-family:Georgia,"Times New Roman",serif;font-weight:600}
.name{font-size:1.1875rem;color:inherit;text-decoration:none}
h1{margin:3.5rem 0 .5rem;font-size:1.75rem;line-height:1.15}
p{margin:0 0 1.75rem;color:#565a62}
button{font:inherit;font-weight:500;min-height:3rem;padding:.5rem 1.5rem;border:0;border-radius:6px;background:#0e5338;color:#fcfaf6;cursor:pointer}
:focus-visible{outline:2px solid #0e5338;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#111317;color:#eae7e2}p{color:#aeaba6}button{background:#78c7a3;color:#081510}:focus-visible{outline-color:#78c7a3}}`

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
<body><main><a class="name" href="/">Tidings</a><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`,
    state === 'unknown' ? 404 : 200,
  )
}
