import { z } from 'zod'
import { HiddenSuggestion, Suggestion, SuggestionName } from '#domain/news/discover.ts'
import { createRoutes, json, jsonBody, route } from '../../../platform/http/route.ts'
import type { Discover } from './discover.ts'

const tags = ['Discover']
const hidden = { 200: json(z.array(HiddenSuggestion), 'What you hid, the last first') }

export const discoverRoutes = (discover: Discover) =>
  createRoutes()
    .openapi(
      route('entitled', '/discover', {
        method: 'get',
        tags,
        summary: 'Companies named in your news that are not in your portfolio, with the stories as evidence',
        responses: { 200: json(z.array(Suggestion), 'The suggestions, the most telling first') },
      }),
      async (c) => c.json(await discover.suggestions(c.var.user.id), 200),
    )
    .openapi(
      route('entitled', '/discover/hidden', {
        method: 'get',
        tags,
        summary: 'Suggestions that you do not want to be shown',
        responses: hidden,
      }),
      async (c) => c.json(await discover.hidden(c.var.user.id), 200),
    )
    .openapi(
      route('entitled', '/discover/hidden', {
        method: 'post',
        tags,
        summary: 'Hide a suggestion',
        request: { body: jsonBody(SuggestionName) },
        responses: hidden,
      }),
      async (c) => c.json(await discover.hide(c.var.user.id, c.req.valid('json').name), 200),
    )
    .openapi(
      route('entitled', '/discover/hidden', {
        method: 'delete',
        tags,
        summary: 'Bring a hidden suggestion back',
        request: { body: jsonBody(SuggestionName) },
        responses: hidden,
      }),
      async (c) => c.json(await discover.show(c.var.user.id, c.req.valid('json').name), 200),
    )
