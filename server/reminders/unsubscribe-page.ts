import type { Context } from 'hono'
import type { HttpEnvironment } from '../http/environment.ts'
import { escapeHtml, plainPage } from '../http/plain-page.ts'

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

export function unsubscribePage(c: Context<HttpEnvironment>, state: State, token: string): Response {
  const { title, text, button, again } = CONTENT[state]
  const action = escapeHtml(`/unsubscribe?token=${encodeURIComponent(token)}${again ? '&again=1' : ''}`)
  const form = button ? `<form method="post" action="${action}"><button>${button}</button></form>` : ''
  const { html, policy } = plainPage({ title, content: `<p>${text}</p>${form}` })
  c.header('content-security-policy', policy)
  return c.html(html, state === 'unknown' ? 404 : 200)
}
