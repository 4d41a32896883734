import { Hono } from 'hono'
import type { HttpEnvironment } from '../http/environment.ts'
import type { Unsubscribe } from './unsubscribe.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

/**
 * The link of a reminder, without signing in. Programs that open every link of a letter change nothing: only the form
 * of the page does, or the mail program itself (RFC 8058), which sends the same request.
 */
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
      c.var.log.info(
        { event: isWanted ? 'reminders.wanted' : 'reminders.refused', user: userId },
        'reminders',
      )
      return unsubscribePage(c, isWanted ? 'wanted' : 'refused', token)
    })
