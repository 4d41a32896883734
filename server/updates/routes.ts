import { COMPANY_NOT_FOUND } from '#domain/companies/company.ts'
import {
  changeUpdateSettings,
  fileUpdate,
  getUpdate,
  getUpdateEmail,
  getUpdateSettings,
  listCompanyUpdates,
  listUpdates,
  receiveEmail,
  removeUpdate,
  replaceUpdateAddress,
} from '#domain/updates/endpoints.ts'
import { UPDATE_NOT_FOUND } from '#domain/updates/update.ts'
import { createRoutes, pathId, route } from '../platform/http/route.ts'
import type { Inbound } from './inbound.ts'
import type { Updates } from './updates.ts'
import { RowIdText } from '#domain/row-id.ts'

const updateId = (text: string) => pathId(RowIdText, text, UPDATE_NOT_FOUND)

export const updateRoutes = (updates: Updates) =>
  createRoutes()
    .openapi(route(getUpdateSettings), async (c) => c.json(await updates.settings(c.var.user.id), 200))
    .openapi(route(changeUpdateSettings), async (c) =>
      c.json(await updates.editSettings(c.var.user.id, c.req.valid('json')), 200),
    )
    .openapi(route(replaceUpdateAddress), async (c) => c.json(await updates.replaceAddress(c.var.user.id), 200))
    .openapi(route(listUpdates), async (c) => c.json(await updates.list(c.var.user.id), 200))
    .openapi(route(getUpdate), async (c) => c.json(await updates.get(c.var.user.id, updateId(c.req.param('id'))), 200))
    .openapi(route(getUpdateEmail), async (c) =>
      c.json(await updates.email(c.var.user.id, updateId(c.req.param('id'))), 200),
    )
    .openapi(route(fileUpdate), async (c) => {
      const { companyId } = c.req.valid('json')
      return c.json(await updates.file(c.var.user.id, updateId(c.req.param('id')), companyId), 200)
    })
    .openapi(route(removeUpdate), async (c) => {
      await updates.remove(c.var.user.id, updateId(c.req.param('id')))
      return c.body(null, 204)
    })
    .openapi(route(listCompanyUpdates), async (c) => {
      const companyId = pathId(RowIdText, c.req.param('id'), COMPANY_NOT_FOUND)
      return c.json(await updates.listOfCompany(c.var.user.id, companyId), 200)
    })

export const inboundRoutes = (inbound: Inbound) =>
  createRoutes().openapi(route(receiveEmail), async (c) =>
    c.json({ received: await inbound.deliver(c.req.raw, c.var.peer) }, 200),
  )
