import { ModelChoice, Profile, ProfileChange, DeviceInfo, Erasure } from '#domain/account/profile.ts'
import { createRoutes, json, jsonBody, route } from '../platform/http/route.ts'
import type { Accounts } from './account.ts'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Auth } from '../ports.ts'
import type { PersonalData } from './personal-data.ts'

export const accountRoutes = (accounts: Accounts) =>
  createRoutes()
    .openapi(
      route('user', '/auth/user', {
        method: 'get',
        tags: ['Account'],
        summary: 'Your profile, and whether you may use the product now',
        responses: { 200: json(Profile, 'The profile') },
      }),
      (c) => c.json(c.var.user.profile, 200),
    )
    .openapi(
      route('user', '/profile', {
        method: 'patch',
        tags: ['Account'],
        summary: 'Change your names, and whether you want reminders',
        description: 'The e-mail changes through the auth protocol; rights cannot be changed at all.',
        request: { body: jsonBody(ProfileChange) },
        responses: { 200: json(Profile, 'The profile as it is now') },
      }),
      async (c) => c.json(await accounts.edit(c.var.user.profile, c.req.valid('json')), 200),
    )
    .openapi(
      route('user', '/account/ai', {
        method: 'put',
        tags: ['Account'],
        summary: 'Whether a language model may write your briefs',
        description:
          'Without it you read sentences of the sources, and nothing is sent to a model for you alone. Nothing of yours is ever sent to one.',
        request: { body: jsonBody(ModelChoice) },
        responses: { 200: json(Profile, 'The profile as it is now') },
      }),
      async (c) => c.json(await accounts.edit(c.var.user.profile, c.req.valid('json')), 200),
    )

const tags = ['Account']

/** What a person may do with their own account as a whole, also after the trial. */
export const personalDataRoutes = (data: PersonalData, auth: Auth) =>
  createRoutes()
    .openapi(
      route('user', '/account/export', {
        method: 'get',
        tags,
        summary: 'Everything we hold about you, as JSON and CSV in a ZIP file',
        responses: {
          200: { description: 'The file', content: { 'application/zip': { schema: z.string() } } },
        },
      }),
      async (c) => {
        const file = await data.export(c.var.user.id)
        c.var.log.info({ event: 'account.exported', user: c.var.user.id, peer: c.var.peer }, 'account exported')
        return c.body(file, 200, {
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename="tidings-data.zip"',
        })
      },
    )
    .openapi(
      route('user', '/account', {
        method: 'delete',
        tags,
        summary: 'Delete your account and everything in it, with your password given again',
        request: { body: jsonBody(Erasure) },
        responses: { 204: { description: 'Deleted' } },
      }),
      async (c) => {
        await data.erase(c.var.user, c.req.valid('json').password, c.var.peer)
        c.var.log.info({ event: 'account.deleted', user: c.var.user.id, peer: c.var.peer }, 'account deleted')
        return c.body(null, 204)
      },
    )
    .openapi(
      route('user', '/account/sessions', {
        method: 'get',
        tags,
        summary: 'The devices signed in to your account, the one used last first',
        responses: { 200: json(z.array(DeviceInfo), 'The devices') },
      }),
      async (c) => {
        const devices = await auth.devices(c.var.user.id)
        return c.json(
          devices.map((device) => toInfo(device, c.var.user.sessionId)),
          200,
        )
      },
    )
    .openapi(
      route('user', '/account/sessions/{id}', {
        method: 'delete',
        tags,
        summary: 'Sign one device out',
        request: { params: z.object({ id: z.string() }) },
        responses: { 204: { description: 'Signed out' } },
      }),
      async (c) => {
        const id = z.uuid().safeParse(c.req.param('id'))
        const ended = id.success && (await auth.endSession(c.var.user.id, id.data))
        if (!ended) throw new AppError('not-found', 'Session not found')
        c.var.log.info({ event: 'auth.session_ended', user: c.var.user.id, peer: c.var.peer }, 'auth event')
        return c.body(null, 204)
      },
    )

type Device = Awaited<ReturnType<Auth['devices']>>[number]

const toInfo = (device: Device, current: string) => ({
  id: device.id,
  createdAt: device.createdAt.toISOString(),
  lastSeen: device.lastSeenAt.toISOString(),
  ip: device.ip,
  userAgent: device.userAgent,
  current: device.id === current,
})
