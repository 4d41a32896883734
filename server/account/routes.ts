import {
  chooseModel,
  getProfile,
  updateProfile,
  deleteAccount,
  endSession,
  exportAccount,
  listSessions,
} from '#domain/account/endpoints.ts'
import { createRoutes, route } from '../platform/http/route.ts'
import type { Accounts } from './account.ts'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Auth } from '../auth/auth.ts'
import type { PersonalData } from './personal-data.ts'

export const accountRoutes = (accounts: Accounts) =>
  createRoutes()
    .openapi(route(getProfile), (c) => c.json(c.var.user.profile, 200))
    .openapi(route(updateProfile), async (c) =>
      c.json(await accounts.edit(c.var.user.profile, c.req.valid('json')), 200),
    )
    .openapi(route(chooseModel), async (c) => c.json(await accounts.edit(c.var.user.profile, c.req.valid('json')), 200))

export const personalDataRoutes = (data: PersonalData, auth: Auth) =>
  createRoutes()
    .openapi(route(exportAccount), async (c) => {
      const file = await data.export(c.var.user.id)
      c.var.log.info({ event: 'account.exported', user: c.var.user.id, peer: c.var.peer }, 'account exported')
      return c.body(file, 200, {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="tidings-data.zip"',
      })
    })
    .openapi(route(deleteAccount), async (c) => {
      await data.erase(c.var.user, c.req.valid('json').password, c.var.peer)
      c.var.log.info({ event: 'account.deleted', user: c.var.user.id, peer: c.var.peer }, 'account deleted')
      return c.body(null, 204)
    })
    .openapi(route(listSessions), async (c) => {
      const devices = await auth.devices(c.var.user.id)
      return c.json(
        devices.map((device) => toInfo(device, c.var.user.sessionId)),
        200,
      )
    })
    .openapi(route(endSession), async (c) => {
      const id = z.uuid().safeParse(c.req.param('id'))
      const ended = id.success && (await auth.endSession(c.var.user.id, id.data))
      if (!ended) throw new AppError('not-found', 'Session not found')
      c.var.log.info({ event: 'auth.session_ended', user: c.var.user.id, peer: c.var.peer }, 'auth event')
      return c.body(null, 204)
    })

type Device = Awaited<ReturnType<Auth['devices']>>[number]

const toInfo = (device: Device, current: string) => ({
  id: device.id,
  createdAt: device.createdAt.toISOString(),
  lastSeen: device.lastSeenAt.toISOString(),
  ip: device.ip,
  userAgent: device.userAgent,
  current: device.id === current,
})
