import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import type { MiddlewareHandler, Context, TypedResponse } from 'hono'
import { AppError, Problem } from '#domain/errors.ts'
import { type HttpEnvironment, requires, type Access } from './session.ts'

/** A group of routes whose refusals all speak problem+json. */
export const createRoutes = () =>
  new OpenAPIHono<HttpEnvironment>({
    defaultHook: (result) => {
      if (!result.success) throw result.error
    },
  })

/** A route cannot be defined without saying who may call it. */
export function route<const Path extends string, const Config extends Omit<RouteConfig, 'path' | 'middleware'>>(
  access: Access,
  path: Path,
  config: Config,
) {
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

/** A large array as JSON, page by page, so that neither memory nor the event loop has to hold it as a whole. */
export async function* jsonArray(pages: AsyncIterable<object[]> | Iterable<object[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + JSON.stringify(page).slice(1, -1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** The type of an answer that is written as a stream: whoever writes it answers for its shape. */
export type Streamed = Response & TypedResponse<never, 200, 'json'>

/** An answer made of pieces of text, sent as they come. */
export const streamed = (
  c: Context<HttpEnvironment>,
  pieces: AsyncIterable<string> | Iterable<string>,
  mediaType: string,
): Streamed => streamedBytes(c, ReadableStream.from(pieces).pipeThrough(new TextEncoderStream()), mediaType)

export function streamedBytes(
  c: Context<HttpEnvironment>,
  body: ReadableStream<Uint8Array>,
  mediaType: string,
): Streamed {
  const answer: Response = c.body(body, 200, { 'content-type': mediaType })
  return answer as Streamed
}
