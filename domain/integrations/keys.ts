import { z } from 'zod'
import { oneLine } from '../companies/company.ts'
import { SCOPES } from '../endpoint.ts'
import { NAME_REQUIRED, SCOPE_REQUIRED } from './choices.ts'

export const MAX_KEYS = 20
const MAX_NAME = 80
const NAME_TOO_LONG = `A name must be at most ${MAX_NAME} characters`
const LIFETIME_UNKNOWN = 'Choose 30, 90 or 365 days, or null for a key that does not expire'
export const TOO_MANY_KEYS = `You can have at most ${MAX_KEYS} API keys. Revoke one first.`
export const KEY_NOT_FOUND = 'API key not found'

export const IntegrationName = z
  .string({ error: NAME_REQUIRED })
  .transform((typed) => oneLine(typed).replaceAll(/\s+/g, ' ').toWellFormed())
  .pipe(z.string().min(1, NAME_REQUIRED).max(MAX_NAME, NAME_TOO_LONG))

export const NewApiKey = z.object({
  name: IntegrationName,
  scopes: z
    .array(z.enum(SCOPES), { error: SCOPE_REQUIRED })
    .min(1, SCOPE_REQUIRED)
    .transform((chosen) => SCOPES.filter((scope) => chosen.includes(scope))),
  expiresInDays: z.union([z.literal(30), z.literal(90), z.literal(365), z.null()], { error: LIFETIME_UNKNOWN }),
})
export type NewApiKey = z.infer<typeof NewApiKey>

export const ApiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** The last characters, to tell keys apart. */
  hint: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  /** Accurate to the minute. */
  lastUsedAt: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const CreatedApiKey = ApiKey.extend({ key: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>
