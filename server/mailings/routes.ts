import { AppError } from '#domain/errors.ts'
import {
  addAlert,
  getMailings,
  listAlerts,
  listNotifications,
  previewAlert,
  previewDigest,
  receiveMailEvent,
  removeAlert,
  reportTimeZone,
  updateMailings,
} from '#domain/mailings/endpoints.ts'
import { RULE_NOT_FOUND } from '#domain/mailings/settings.ts'
import { createRoutes, route } from '../platform/http/route.ts'
import type { MailEvents } from './mail-events.ts'
import type { Notifications } from './notifications.ts'
import type { MailingSettingsService } from './settings.ts'
import { RowIdText } from '#domain/row-id.ts'

export const mailingRoutes = (settings: MailingSettingsService) =>
  createRoutes()
    .openapi(route(getMailings), async (c) => c.json(await settings.get(c.var.user), 200))
    .openapi(route(updateMailings), async (c) => c.json(await settings.edit(c.var.user, c.req.valid('json')), 200))
    .openapi(route(reportTimeZone), async (c) => {
      await settings.reportTimeZone(c.var.user, c.req.valid('json').timeZone)
      return c.body(null, 204)
    })
    .openapi(route(previewDigest), async (c) => c.json(await settings.previewDigest(c.var.user.id), 200))
    .openapi(route(listAlerts), async (c) => c.json(await settings.listAlerts(c.var.user.id), 200))
    .openapi(route(previewAlert), async (c) =>
      c.json(await settings.previewAlert(c.var.user.id, c.req.valid('json')), 200),
    )
    .openapi(route(addAlert), async (c) => c.json(await settings.addAlert(c.var.user.id, c.req.valid('json')), 201))
    .openapi(route(removeAlert), async (c) => {
      const id = RowIdText.safeParse(c.req.param('id'))
      if (!id.success) throw new AppError('not-found', RULE_NOT_FOUND)
      await settings.removeAlert(c.var.user.id, id.data)
      return c.body(null, 204)
    })

export const notificationRoutes = (notifications: Notifications) =>
  createRoutes().openapi(route(listNotifications), async (c) => c.json(await notifications.list(c.var.user.id), 200))

export const mailEventRoutes = (events: MailEvents) =>
  createRoutes().openapi(route(receiveMailEvent), async (c) =>
    c.json({ suppressed: await events.receive(await c.req.text(), c.var.peer) }, 200),
  )
