import { z } from 'zod'
import { AuthError, invalid } from './errors.ts'
import type { AuthHttp } from '../parts.ts'

/** Nulls count as absent, and unknown keys are ignored. */
export async function readBody<Schema extends z.ZodObject>(c: AuthHttp, schema: Schema): Promise<z.infer<Schema>> {
  const text = await c.req.text()
  const parsed = schema.safeParse(withoutNulls(parse(text)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AuthError(
    400,
    'bad_json',
    `Could not parse request body as JSON: ${issue?.path.join('.')}: ${issue?.message}`,
  )
}

export async function readOptionalBody<Schema extends z.ZodObject>(
  c: AuthHttp,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return (await c.req.text()) === '' ? schema.parse({}) : readBody(c, schema)
}

/** For PKCE. Both fields or neither must be given; a challenge has 43 to 128 characters. */
export const challengeFields = {
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
}

export function readChallenge(body: {
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}) {
  const { code_challenge: challenge, code_challenge_method: given } = body
  if (!challenge && !given) return null
  if (!challenge || !given) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (!/^[\w.~-]{43,128}$/.test(challenge)) throw invalid('code challenge does not conform to RFC 7636')
  const method = given.toLowerCase()
  if (method !== 's256' && method !== 'plain') throw invalid('code challenge method not supported')
  return { challenge, method }
}

const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

export function readEmail(given: string): string {
  const email = given.trim().toLowerCase()
  if (email === '') throw invalid('An email address is required')
  if (email.length > 255) throw invalid('An email address is too long')
  if (!EMAIL.test(email)) throw invalid('Unable to validate email address: invalid format')
  return email
}

export function readPhone(given: string): string {
  const phone = given.trim().replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9]\d{1,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)')
  return phone
}

/** PostgreSQL text cannot hold U+0000 or half of a surrogate pair. */
const UNSTORABLE = /\\u0000|\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]/i

function parse(text: string): unknown {
  try {
    if (UNSTORABLE.test(text)) throw new SyntaxError('not text')
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Reported below without the parser's message, which quotes the body.
  }
  throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
}

const withoutNulls = (value: unknown) =>
  Object.fromEntries(Object.entries(value as object).filter(([, field]) => field !== null))

type Metadata = Record<string, unknown>

const MAX_BYTES = 2048
/** Room for what sign-up itself adds: the id, the address and whether it is confirmed. */
const ADDED_BYTES = 512

/** Limited because metadata ends up in access tokens, which travel in a header. */
export const metadata = z.record(z.string(), z.unknown()).transform((value) => {
  if (bytesOf(value) > MAX_BYTES) throw tooLarge()
  return value
})

/** A null value removes its key. Values in `added` were written by the server and don't count toward the limit. */
export function mergeMetadata(before: Metadata, change: Metadata, added: Metadata = {}): Metadata {
  const merged = Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null))
  const counted = Object.entries(merged).filter(([key, value]) => added[key] !== value)
  // Data stored before the limit existed may exceed it, as long as each change makes it smaller.
  if (bytesOf(Object.fromEntries(counted)) > MAX_BYTES && bytesOf(merged) >= bytesOf(before)) throw tooLarge()
  return merged
}

/** Leaves out oversized metadata that was stored before the limit existed. */
export const tokenMetadata = (stored: Metadata): Metadata => (bytesOf(stored) <= MAX_BYTES + ADDED_BYTES ? stored : {})

function bytesOf(value: Metadata): number {
  try {
    return Buffer.byteLength(JSON.stringify(value))
  } catch {
    // Nested more deeply than the stack allows.
    return Infinity
  }
}

const tooLarge = () => invalid(`User metadata must be at most ${MAX_BYTES} bytes of JSON`)
