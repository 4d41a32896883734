import { z } from 'zod'
import { RulePreview, StoryName, FactName, FeedAddress, IdentityCard, OwnAlias } from '#domain/news/overrides.ts'
import { companyId } from '../../companies/company-record.ts'
import { createRoutes, json, jsonBody, route } from '../../platform/http/route.ts'
import type { Overrides } from './overrides.ts'

const tags = ['Companies']
const params = z.object({ id: z.string() })

/** Every change answers with the card as it is then; what is taken back twice is gone either way. */
export const overrideRoutes = (overrides: Overrides) =>
  createRoutes()
    .openapi(
      route('entitled', '/companies/{id}/identity', {
        method: 'get',
        tags,
        summary: 'What is known of a company and where it was found, with your own names, feeds and rejections',
        request: { params },
        responses: { 200: json(IdentityCard, 'The identity card') },
      }),
      async (c) => c.json(await overrides.card(c.var.user.id, companyId(c.req.param('id'))), 200),
    )
    .openapi(
      route('entitled', '/companies/{id}/aliases', {
        method: 'post',
        tags,
        summary: 'PollResult for a company under another name too, for your own view',
        request: { params, body: jsonBody(OwnAlias) },
        responses: { 201: json(IdentityCard, 'The identity card') },
      }),
      async (c) => {
        const { alias } = c.req.valid('json')
        return c.json(await overrides.addAlias(c.var.user.id, companyId(c.req.param('id')), alias), 201)
      },
    )
    .openapi(
      route('entitled', '/companies/{id}/aliases', {
        method: 'delete',
        tags,
        summary: 'Take back a name, and what was found by it',
        request: { params, body: jsonBody(OwnAlias) },
        responses: { 200: json(IdentityCard, 'The identity card') },
      }),
      async (c) => {
        const { alias } = c.req.valid('json')
        return c.json(await overrides.removeAlias(c.var.user.id, companyId(c.req.param('id')), alias), 200)
      },
    )
    .openapi(
      route('entitled', '/companies/{id}/feeds', {
        method: 'post',
        tags,
        summary: 'Follow a feed for a company, for your own view',
        request: { params, body: jsonBody(FeedAddress) },
        responses: { 201: json(IdentityCard, 'The identity card') },
      }),
      async (c) => {
        const { url } = c.req.valid('json')
        return c.json(await overrides.addFeed(c.var.user.id, companyId(c.req.param('id')), url), 201)
      },
    )
    .openapi(
      route('entitled', '/companies/{id}/feeds', {
        method: 'delete',
        tags,
        summary: 'Follow a feed no longer, and drop what it brought',
        request: { params, body: jsonBody(FeedAddress) },
        responses: { 200: json(IdentityCard, 'The identity card') },
      }),
      async (c) => {
        const { url } = c.req.valid('json')
        return c.json(await overrides.removeFeed(c.var.user.id, companyId(c.req.param('id')), url), 200)
      },
    )
    .openapi(
      route('entitled', '/companies/{id}/rejections/preview', {
        method: 'post',
        tags,
        summary: 'What you could say of a story that is not about the company, and what each would remove',
        request: { params, body: jsonBody(StoryName) },
        responses: { 200: json(z.array(RulePreview), 'The rules that could be made') },
      }),
      async (c) => {
        const { storyId } = c.req.valid('json')
        return c.json(await overrides.preview(c.var.user.id, companyId(c.req.param('id')), storyId), 200)
      },
    )
    .openapi(
      route('entitled', '/companies/{id}/rejections', {
        method: 'post',
        tags,
        summary:
          'Reject a fact of the card and what was found by it, or say what is not about the company: a story, a publisher, a longer name',
        request: { params, body: jsonBody(FactName) },
        responses: { 200: json(IdentityCard, 'The identity card') },
      }),
      async (c) => {
        const fact = c.req.valid('json')
        return c.json(await overrides.reject(c.var.user.id, companyId(c.req.param('id')), fact), 200)
      },
    )
    .openapi(
      route('entitled', '/companies/{id}/rejections', {
        method: 'delete',
        tags,
        summary: 'Take a rejection back',
        request: { params, body: jsonBody(FactName) },
        responses: { 200: json(IdentityCard, 'The identity card') },
      }),
      async (c) => {
        const fact = c.req.valid('json')
        return c.json(await overrides.accept(c.var.user.id, companyId(c.req.param('id')), fact), 200)
      },
    )
