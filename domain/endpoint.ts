import type { z } from 'zod'

/** Declared with the endpoint and enforced from there. */
export type Access =
  | 'public'
  /** Any signed-in user, even after the trial: profile, billing, export, deletion. */
  | 'user'
  /** Signed in with a running trial or a subscription. */
  | 'entitled'
  /** Administrators, even after their trial; everyone else gets a 404. */
  | 'admin'

/** What a read-only API key can be given access to. */
export const SCOPES = ['portfolio:read', 'news:read', 'search:read'] as const
export type Scope = (typeof SCOPES)[number]

/** Endpoints for administrators, developers, and other programs of this installation aren't in the API guide. */
export const UNDOCUMENTED_TAGS = ['Administration', 'Developer pages', 'Service']

/** How much is read of a request's body, and what a larger one is told. */
export type BodyLimit = { bytes: number; refusal: string }

/** Names a tag's page in the guide and the anchor of a call on it. */
export const tagSlug = (tag: string): string =>
  tag
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** The only part of a definition that the build keeps in the browser bundle. */
export type Address = { method: 'get' | 'post' | 'put' | 'patch' | 'delete'; path: `/api/${string}` }

export type Endpoint = Address & {
  access: Access
  tag: string
  summary: string
  description?: string
  /** API keys with this scope may call it too; only for `get`. */
  scope?: Scope
  /** Support that opened the account may read it, as it may all that API keys read; only for `get`. */
  forSupport?: true
  /** Set if a stolen session must not be enough: the user must have proven who they are in the last ten minutes. */
  recentSignIn?: true
  /** A query string for the example in the guide. */
  example?: string
  query?: z.ZodObject
  body?: z.ZodType
  /** Set if the body isn't JSON. */
  bodyType?: string
  /** Name of the form field with the uploaded file. */
  upload?: string
  /** Set if a body may have more than 1 MB. */
  bodyLimit?: BodyLimit
  answer: Answer
  otherAnswers?: Record<number, string>
}

export type Answer = {
  status: 200 | 201 | 204
  description: string
  schema?: z.ZodType
  files?: readonly string[]
}

/** One definition for the route, the OpenAPI document and the browser's client. */
export const endpoint = <const Definition extends Endpoint>(definition: Definition): Definition => definition

/** For endpoints that share an access level and a documentation tag. */
export const endpointsOf =
  <const Shared extends Pick<Endpoint, 'access' | 'tag'>>(shared: Shared) =>
  <
    const Method extends Endpoint['method'],
    const Path extends Endpoint['path'],
    const Details extends Omit<Endpoint, keyof Address | 'access' | 'tag'>,
  >(
    method: Method,
    path: Path,
    details: Details,
  ) => ({ method, path, ...shared, ...details })

export const json = <Schema extends z.ZodType, const Status extends 200 | 201 = 200>(
  schema: Schema,
  description: string,
  status = 200 as Status,
) => ({ status, description, schema })

export const nothing = (description: string) => ({ status: 204 as const, description })

export const file = (description: string, ...files: string[]) => ({
  status: 200 as const,
  description,
  files,
})

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

type ParamsPart<Path extends string> = [ParamName<Path>] extends [never]
  ? { params?: never }
  : { params: Record<ParamName<Path>, string | number> }

/** A coerced field has no useful input type, so callers pass its output type. */
type Sent<Before, After> = {
  [Name in keyof Before as undefined extends Before[Name] ? never : Name]: Before[Name]
} & {
  [Name in keyof Before as undefined extends Before[Name] ? Name : never]?: unknown extends Before[Name]
    ? Name extends keyof After
      ? After[Name]
      : never
    : Before[Name]
}

export type QueryOf<Definition> = Definition extends { query: infer Query extends z.ZodObject }
  ? Sent<z.input<Query>, z.output<Query>>
  : never

type QueryPart<Definition> = [QueryOf<Definition>] extends [never]
  ? { query?: never }
  : Record<never, never> extends QueryOf<Definition>
    ? { query?: QueryOf<Definition> }
    : { query: QueryOf<Definition> }

export type BodyOf<Definition> = Definition extends { body: infer Body extends z.ZodType } ? z.input<Body> : never

type BodyPart<Definition> = [BodyOf<Definition>] extends [never] ? { body?: never } : { body: BodyOf<Definition> }

export type UrlInput<Definition extends Address> = ParamsPart<Definition['path']> & QueryPart<Definition>

export type Input<Definition extends Address> = UrlInput<Definition> & BodyPart<Definition>

/** A last argument that is optional if the endpoint needs no input. */
export type Optionally<Given> = Record<never, never> extends Given ? [given?: Given] : [given: Given]

export type AnswerOf<Definition> = Definition extends { answer: { schema: infer Schema extends z.ZodType } }
  ? z.output<Schema>
  : null

/** Also the query key of the call. */
export const urlOf = <const Definition extends Address>(
  { path }: Definition,
  ...input: Optionally<UrlInput<Definition>>
): string => fillPath(path, ...input)

export function fillPath(
  path: string,
  { params = {}, query = {} }: { params?: Record<string, string | number>; query?: object } = {},
): string {
  const filled = path.replaceAll(/{(\w+)}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  // Commas separate ids in our queries and don't need to be escaped there.
  const search = new URLSearchParams(given).toString().replaceAll('%2C', ',')
  return search ? `${filled}?${search}` : filled
}
