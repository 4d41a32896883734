import { type Context, Hono } from 'hono'
import type { KeyedHash } from '../auth/auth.ts'
import { escapeHtml, sendPlainPage } from '../platform/http/plain-page.ts'
import { isSameSecret, type HttpEnvironment } from '../platform/http/session.ts'

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

type State = 'ask' | 'refused' | 'wanted'
type Content = { title: string; text: string; button: string }

type Needs = {
  hash: KeyedHash
  publicUrl: string
  /** The path of the page and of the link. */
  path: string
  /** The only purpose that the token is valid for. */
  purpose: string
  /** The name used in the log. */
  name: string
  texts: Record<State, Content>
  /** Null when there is no such user. */
  isWanted: (userId: string) => Promise<boolean | null>
  choose: (userId: string, isWanted: boolean) => Promise<boolean>
}

/** The keyed hash authorizes only this choice and does not expire. */
export function createUnsubscribe({ hash, publicUrl, path, purpose, name, texts, isWanted, choose }: Needs) {
  function ownerOf(token: string): string | null {
    const [, userId = '', given = ''] = TOKEN.exec(token) ?? []
    const isOurs = hash(purpose, userId).some((own) => isSameSecret(own, given))
    return userId !== '' && isOurs ? userId : null
  }

  function page(c: Context<HttpEnvironment>, state: State | 'unknown', token: string): Response {
    if (state === 'unknown') return sendPlainPage(c, UNKNOWN, 404)
    const { title, text, button } = texts[state]
    const again = state === 'refused' ? '&again=1' : ''
    const action = escapeHtml(`${path}?token=${encodeURIComponent(token)}${again}`)
    const form = `<form method="post" action="${action}"><button>${button}</button></form>`
    return sendPlainPage(c, { title, content: `<p>${text}</p>${form}` })
  }

  return {
    path,

    /** The token is in the query string, because paths are logged and query strings aren't. */
    link: (userId: string) => `${publicUrl}${path}?token=${userId}.${hash(purpose, userId)[0] ?? ''}`,

    /** Mail scanners open every link, so only the form or a one-click POST (RFC 8058) changes anything. */
    routes: () =>
      new Hono<HttpEnvironment>()
        .get('/', async (c) => {
          const token = c.req.query('token') ?? ''
          const userId = ownerOf(token)
          const wanted = userId === null ? null : await isWanted(userId)
          return page(c, wanted === null ? 'unknown' : wanted ? 'ask' : 'refused', token)
        })
        .post('/', async (c) => {
          const token = c.req.query('token') ?? ''
          const wanted = c.req.query('again') === '1'
          const userId = ownerOf(token)
          if (userId === null || !(await choose(userId, wanted))) return page(c, 'unknown', token)
          c.var.log.info({ event: `${name}.${wanted ? 'wanted' : 'refused'}`, user: userId }, name)
          return page(c, wanted ? 'wanted' : 'refused', token)
        }),
  }
}

const UNKNOWN = {
  title: 'This link does not work',
  content:
    '<p>It may be incomplete; please open it from the email again. If the account was deleted, you won’t get any more emails.</p>',
}
