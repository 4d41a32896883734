import { DEVICE_NOT_FOUND } from '#domain/mailings/devices.ts'
import { addPushDevice, listPushDevices, removePushDevice } from '#domain/mailings/endpoints.ts'
import { createRoutes, pathId, route } from '../../platform/http/route.ts'
import type { PushDeviceService } from './devices.ts'
import { RowIdText } from '#domain/row-id.ts'

export const pushDeviceRoutes = (devices: PushDeviceService) =>
  createRoutes()
    .openapi(route(listPushDevices), async (c) => c.json(await devices.list(c.var.user.id), 200))
    .openapi(route(addPushDevice), async (c) => {
      const userAgent = c.req.header('user-agent') ?? ''
      return c.json(await devices.add(c.var.user, c.req.valid('json'), userAgent), 201)
    })
    .openapi(route(removePushDevice), async (c) => {
      await devices.remove(c.var.user.id, pathId(RowIdText, c.req.param('id'), DEVICE_NOT_FOUND))
      return c.body(null, 204)
    })
