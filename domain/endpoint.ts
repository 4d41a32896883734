import type { z } from 'zod'

/** Who may call an endpoint. It is said where the endpoint is defined, and enforced from there. */
export type Access =
  /** Anybody. */
  | 'public'
  /** Anybody signed in, also after the trial: profile, billing, export, deletion. */
  | 'user'
  /** Signed in with a running trial or a subscription. */
  | 'entitled'
  /** Administrators alone, also after their trial; for anybody else there is nothing. */
  | 'admin'

/** All the browser needs at run time: the build leaves nothing else of a definition in the bundle. */
export type Address = { method: 'get' | 'post' | 'put' | 'patch' | 'delete'; path: `/api/${string}` }

export type Endpoint = Address & {
  access: Access
  tag: string
  summary: string
  description?: string
  query?: z.ZodObject
  body?: z.ZodType
  /** The media type of the body where it isn't JSON. */
  bodyType?: string
  /** The name of the form field that carries an uploaded file. */
  upload?: string
  answer: Answer
  /** Other statuses that are no errors, each with its meaning. */
  otherAnswers?: Record<number, string>
}

export type Answer = {
  status: 200 | 201 | 204
  description: string
  /** The shape of the JSON. */
  schema?: z.ZodType
  /** Media types other than JSON. */
  files?: readonly string[]
}

/** One definition for the route, the OpenAPI document and the browser's client. */
export const endpoint = <const Definition extends Endpoint>(definition: Definition): Definition => definition

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

/** What the schema coerces has no type of its own before; it is sent as what it becomes. */
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

/** What a call's URL is made of. */
export type UrlInput<Definition extends Address> = ParamsPart<Definition['path']> & QueryPart<Definition>

/** Everything a caller passes. */
export type Input<Definition extends Address> = UrlInput<Definition> & BodyPart<Definition>

/** The input as a last argument, which may be left out where an endpoint needs none. */
export type Optionally<Given> = Record<never, never> extends Given ? [given?: Given] : [given: Given]

export type AnswerOf<Definition> = Definition extends { answer: { schema: infer Schema extends z.ZodType } }
  ? z.output<Schema>
  : null

/** The URL of a call; it is the key of its query, too. */
export const urlOf = <const Definition extends Address>(
  { path }: Definition,
  ...input: Optionally<UrlInput<Definition>>
): string => fillPath(path, ...input)

/** A value that is missing or empty asks for nothing. */
export function fillPath(
  path: string,
  { params = {}, query = {} }: { params?: Record<string, string | number>; query?: object } = {},
): string {
  const filled = path.replaceAll(/{(\w+)}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  // A comma separates ids in our queries, and needs no escape there.
  const search = new URLSearchParams(given).toString().replaceAll('%2C', ',')
  return search ? `${filled}?${search}` : filled
}
