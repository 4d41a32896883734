import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { AppError, Problem } from '#domain/errors.ts'
import type { HttpEnvironment } from './environment.ts'
import { requires, type Access } from './session.ts'

/** A group of routes whose refusals all speak problem+json. */
export const createRoutes = () =>
  new OpenAPIHono<HttpEnvironment>({
    defaultHook: (result) => {
      if (!result.success) throw result.error
    },
  })

/** A route cannot be defined without saying who may call it. */
export function route<
  const Path extends string,
  const Config extends Omit<RouteConfig, 'path' | 'middleware'>,
>(access: Access, path: Path, config: Config) {
  const problem = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: Problem } },
  })
  return createRoute({
    ...config,
    path,
    middleware: [requires(access), ...(takesOnlyJson(config) ? [requireJson] : [])],
    security: access === 'public' ? [] : [{ bearer: [] }],
    'x-access': access,
    responses: {
      ...config.responses,
      ...(access === 'public' ? {} : { 401: problem('Not signed in') }),
      ...(access === 'entitled' ? { 402: problem('Trial over and no subscription') } : {}),
      ...(access === 'admin' ? { 404: problem('Not an administrator, or no such thing') } : {}),
      ...(config.request ? { 422: problem('Invalid input') } : {}),
    } as Config['responses'],
  })
}

const takesOnlyJson = ({ request }: Pick<RouteConfig, 'request'>) =>
  Object.keys(request?.body?.content ?? {}).join() === 'application/json'

/** What is named as something else is not read as JSON; what is not named at all is judged by its content. */
const requireJson: MiddlewareHandler<HttpEnvironment> = async (c, next) => {
  const type = c.req.header('content-type')
  if (type !== undefined && !/^application\/(?:[a-z-.]+\+)?json\s*(?:;|$)/i.test(type))
    throw new AppError('unsupported-media-type', 'Send the request as application/json')
  await next()
}

export const json = <Schema>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
})

export const jsonBody = <Schema>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
})
