import { Hono } from 'hono'
import { ReminderChoice } from '#domain/account.ts'
import type { HttpEnvironment } from '../http/environment.ts'
import { createRoutes, json, jsonBody, route } from '../http/route.ts'
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

/** The same choice for whoever is signed in, also after the trial. */
export const reminderRoutes = ({ ofUser }: Unsubscribe) =>
  createRoutes()
    .openapi(
      route('user', '/account/reminders', {
        method: 'get',
        tags: ['Account'],
        summary: 'Whether you get letters about the end of your trial',
        responses: { 200: json(ReminderChoice, 'Your choice') },
      }),
      async (c) => c.json({ wantsReminders: await ofUser.isWanted(c.var.user.id) }, 200),
    )
    .openapi(
      route('user', '/account/reminders', {
        method: 'put',
        tags: ['Account'],
        summary: 'Choose whether you get letters about the end of your trial',
        description: 'Receipts and letters about a payment that failed come in any case.',
        request: { body: jsonBody(ReminderChoice) },
        responses: { 200: json(ReminderChoice, 'Your choice') },
      }),
      async (c) => {
        const { wantsReminders } = c.req.valid('json')
        await ofUser.choose(c.var.user.id, wantsReminders)
        return c.json({ wantsReminders }, 200)
      },
    )
