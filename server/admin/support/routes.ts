import { z } from 'zod'
import {
  addNote,
  cancelFactorReset,
  closeView,
  getSupportFile,
  grantInBulk,
  NOTE_NOT_FOUND,
  openView,
  removeNote,
  requestFactorReset,
  resendConfirmation,
  VIEW_NOT_FOUND,
} from '#domain/admin/support.ts'
import { RowIdText } from '#domain/row-id.ts'
import type { Context } from 'hono'
import { createRoutes, pathId, route } from '../../platform/http/route.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import { actorOf } from '../audit.ts'
import type { Grants } from '../grants.ts'
import type { createAccountFile } from './account-file.ts'
import type { createSignInHelp } from './sign-in-help.ts'
import type { Actor, createSupportViews } from './views.ts'

type Support = {
  views: ReturnType<typeof createSupportViews>
  file: ReturnType<typeof createAccountFile>
  signIn: ReturnType<typeof createSignInHelp>
  grants: Grants
}

export const supportRoutes = ({ views, file, signIn, grants }: Support) =>
  createRoutes()
    .openapi(route(openView), async (c) =>
      c.json(await views.open(viewer(c), c.req.param('id'), c.req.valid('json').reason), 201),
    )
    .openapi(route(closeView), async (c) => {
      await views.close(viewer(c), pathId(z.uuid(), c.req.param('id'), VIEW_NOT_FOUND))
      return c.body(null, 204)
    })
    .openapi(route(getSupportFile), async (c) => c.json(await file.read(c.req.param('id')), 200))
    .openapi(route(addNote), async (c) =>
      c.json(await file.addNote(actorOf(c), c.req.param('id'), c.req.valid('json').text), 201),
    )
    .openapi(route(removeNote), async (c) => {
      await file.removeNote(actorOf(c), pathId(RowIdText, c.req.param('id'), NOTE_NOT_FOUND))
      return c.body(null, 204)
    })
    .openapi(route(resendConfirmation), async (c) => {
      await signIn.resendConfirmation(actorOf(c), c.req.param('id'))
      return c.body(null, 204)
    })
    .openapi(route(requestFactorReset), async (c) => {
      await signIn.requestReset(actorOf(c), c.req.param('id'), c.req.valid('json').evidence)
      return c.body(null, 204)
    })
    .openapi(route(cancelFactorReset), async (c) => {
      await signIn.cancelReset(actorOf(c), c.req.param('id'))
      return c.body(null, 204)
    })
    .openapi(route(grantInBulk), async (c) => c.json(await grants.giveAll(actorOf(c), c.req.valid('json')), 200))

const viewer = (c: Context<HttpEnvironment>): Actor => ({
  id: c.var.user.id,
  name: actorOf(c),
  sessionId: c.var.user.sessionId,
})
