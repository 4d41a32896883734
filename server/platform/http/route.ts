import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import type { MiddlewareHandler, Context, TypedResponse } from 'hono'
import { z } from 'zod'
import type { Answer, Endpoint } from '#domain/endpoint.ts'
import { AppError, Problem } from '#domain/errors.ts'
import { allowsBody } from './body.ts'
import { type HttpEnvironment, requires, requiresRecentSignIn } from './session.ts'

/** Endpoint definitions contain this prefix. */
export const API_PATH = '/api'

export const createRoutes = () =>
  new OpenAPIHono<HttpEnvironment>({
    defaultHook: (result) => {
      if (!result.success) throw invalidInput(result.error)
    },
  })

/** For input that no endpoint definition describes. */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const read = schema.safeParse(input)
  if (!read.success) throw invalidInput(read.error)
  return read.data
}

const invalidInput = ({ issues }: z.ZodError) => new AppError('invalid-input', issues[0]?.message ?? 'Invalid input')

export function route<const Definition extends Endpoint>(definition: Definition): Typed<Definition>
export function route(definition: Endpoint): RouteConfig {
  const { method, path, access, scope, forSupport, recentSignIn, tag, summary, description } = definition
  if ((scope || forSupport) && method !== 'get') throw new Error(`${path}: API keys and support only read`)
  const request = requestOf(definition)
  return createRoute({
    method,
    path: path.slice(API_PATH.length),
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(request && { request }),
    ...(definition.upload && { requestBody: uploadOf(definition.upload) }),
    middleware: [
      requires({ access, scope, forSupport }),
      ...(recentSignIn ? [requiresRecentSignIn] : []),
      ...(definition.bodyLimit ? [allowsBody(definition.bodyLimit)] : []),
    ],
    security: access === 'public' ? [] : [{ bearer: [] }],
    'x-access': access,
    ...(scope && { 'x-scope': scope }),
    ...(definition.example && { 'x-example': definition.example }),
    responses: {
      [definition.answer.status]: responseOf(definition.answer),
      ...Object.fromEntries(
        Object.entries(definition.otherAnswers ?? {}).map(([status, meaning]) => [status, { description: meaning }]),
      ),
      ...(access === 'public' ? {} : { 401: problem('Not signed in') }),
      ...(access === 'entitled' ? { 402: problem('Trial over and no subscription') } : {}),
      ...(recentSignIn ? { 403: problem('The session must confirm its identity first') } : {}),
      ...(access === 'admin' ? { 404: problem('Not an administrator, or not found') } : {}),
      ...(request ? { 422: problem('Invalid input') } : {}),
    },
  })
}

type Nothing = Record<never, never>

type Typed<Definition extends Endpoint> = {
  method: Definition['method']
  path: Definition['path'] extends `${typeof API_PATH}${infer Path}` ? Path : never
  middleware: MiddlewareHandler<HttpEnvironment>[]
  request: (Definition extends { query: infer Query extends z.ZodObject } ? { query: Query } : Nothing) &
    (Definition extends { body: infer Body extends z.ZodType }
      ? { body: { content: Record<BodyTypeOf<Definition>, { schema: Body }> } }
      : Nothing)
  responses: {
    [Status in Definition['answer']['status']]: { description: string } & ContentOf<Definition['answer']>
  } & { [Status in keyof Definition['otherAnswers'] & number]: { description: string } }
}

type BodyTypeOf<Definition extends Endpoint> = Definition extends { bodyType: infer Type extends string }
  ? Type
  : 'application/json'

type ContentOf<Given extends Answer> = (Given extends { schema: infer Schema extends z.ZodType }
  ? { content: { 'application/json': { schema: Schema } } }
  : Nothing) &
  (Given extends { files: readonly string[] } ? { content: Record<'file/*', { schema: z.ZodString }> } : Nothing)

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: Problem } },
})

function requestOf({ path, query, body, bodyType = 'application/json' }: Endpoint) {
  const names = [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name)
  if (names.length === 0 && !query && !body) return undefined
  return {
    ...(names.length > 0 && {
      params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
    }),
    ...(query && { query }),
    ...(body && { body: { required: true, content: { [bodyType]: { schema: body } } } }),
  }
}

/** Described by hand, because a schema would buffer the whole body before its reader can enforce a limit. */
const uploadOf = (field: string) => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        required: [field],
        properties: { [field]: { type: 'string' as const, format: 'binary' } },
      },
    },
  },
})

const responseOf = ({ description, schema, files = [] }: Answer) => ({
  description,
  ...((schema || files.length > 0) && {
    content: {
      ...Object.fromEntries(files.map((type) => [type, { schema: z.string() }])),
      ...(schema && { 'application/json': { schema } }),
    },
  }),
})

/** Serializes page by page, so that the array is never in memory as a whole and doesn't block the event loop. */
export async function* jsonArray(pages: AsyncIterable<object[]> | Iterable<object[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + JSON.stringify(page).slice(1, -1)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** For streamed responses, whose shape is not checked. */
export type Streamed = Response & TypedResponse<never, 200, 'json'>

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

/** An invalid id gets the same response as an unknown one. */
export function pathId<Id>(schema: z.ZodType<Id>, text: string, notFound: string): Id {
  const id = schema.safeParse(text)
  if (!id.success) throw new AppError('not-found', notFound)
  return id.data
}

export const writeCursor = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url')

export function readCursor<Schema extends z.ZodType>(schema: Schema, cursor: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidCursor()
  }
}

export const invalidCursor = () =>
  new AppError('invalid-input', 'The page could not be found. Please start from the beginning.')

/** A Link header (RFC 8288). */
export const nextLink = (url: string) => `<${url}>; rel="next"`
