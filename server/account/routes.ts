import { ModelChoice, Profile, ProfileChange } from '#domain/account.ts'
import { createRoutes, json, jsonBody, route } from '../http/route.ts'
import type { Accounts } from './account.ts'

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
