import type { Database } from '../../platform/database/open.ts'
import type { Clock } from '#domain/time.ts'
import type { KeyedHash } from '../../auth/auth.ts'
import { reminderStore } from './store.ts'
import { type Context, Hono } from 'hono'
import { isSameSecret, type HttpEnvironment } from '../../platform/http/session.ts'
import { escapeHtml, sendPlainPage } from '../../platform/http/plain-page.ts'

const PURPOSE = 'unsubscribe'
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

type Needs = { database: Database; clock: Clock; hash: KeyedHash; publicUrl: string }

export type Unsubscribe = ReturnType<typeof createUnsubscribe>

/** The keyed hash authorizes only this choice and does not expire. */
export function createUnsubscribe({ database, clock, hash, publicUrl }: Needs) {
  function ownerOf(token: string): string | null {
    const [, userId = '', given = ''] = TOKEN.exec(token) ?? []
    const isOurs = hash(PURPOSE, userId).some((own) => isSameSecret(own, given))
    return userId !== '' && isOurs ? userId : null
  }

  return {
    /** In the query, because paths are logged and queries are not. */
    link: (userId: string) => `${publicUrl}/unsubscribe?token=${userId}.${hash(PURPOSE, userId)[0] ?? ''}`,

    async isWanted(token: string): Promise<boolean | null> {
      const userId = ownerOf(token)
      const row = userId && (await reminderStore(database.system).find(userId))
      return row ? row.wantsReminders : null
    },

    async choose(token: string, isWanted: boolean): Promise<string | null> {
      const userId = ownerOf(token)
      if (userId === null) return null
      return (await reminderStore(database.system).setWanted(userId, isWanted, clock())) ? userId : null
    },
  }
}

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
    text: 'We will not remind you of your trial any more. Emails about payments and about the safety of your account still come.',
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
    text: 'Part of it may be missing: please open it from the email again. If the account was deleted, you will get no more emails.',
    button: null,
    again: false,
  },
}

function unsubscribePage(c: Context<HttpEnvironment>, state: State, token: string): Response {
  const { title, text, button, again } = CONTENT[state]
  const action = escapeHtml(`/unsubscribe?token=${encodeURIComponent(token)}${again ? '&again=1' : ''}`)
  const form = button ? `<form method="post" action="${action}"><button>${button}</button></form>` : ''
  return sendPlainPage(c, { title, content: `<p>${text}</p>${form}` }, state === 'unknown' ? 404 : 200)
}

/** Mail scanners open every link, so only the form or a one-click POST (RFC 8058) changes anything. */
export const unsubscribeRoutes = (unsubscribe: Unsubscribe) =>
  new Hono<HttpEnvironment>()
    .get('/', async (c) => {
      const token = c.req.query('token') ?? ''
      const isWanted = await unsubscribe.isWanted(token)
      return unsubscribePage(c, isWanted === null ? 'unknown' : isWanted ? 'ask' : 'refused', token)
    })
    .post('/', async (c) => {
      const token = c.req.query('token') ?? ''
      const isWanted = c.req.query('again') === '1'
      const userId = await unsubscribe.choose(token, isWanted)
      if (userId === null) return unsubscribePage(c, 'unknown', token)
      c.var.log.info({ event: isWanted ? 'reminders.wanted' : 'reminders.refused', user: userId }, 'reminders')
      return unsubscribePage(c, isWanted ? 'wanted' : 'refused', token)
    })
