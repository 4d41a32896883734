import { z } from 'zod'

export const STATUS_OF = {
  'bad-request': 400,
  'payment-failed': 400,
  'not-signed-in': 401,
  'no-access': 402,
  forbidden: 403,
  'reauthentication-needed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'unsupported-file': 415,
  'unsupported-media-type': 415,
  'wrong-host': 421,
  'invalid-input': 422,
  'too-many-requests': 429,
  unexpected: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof STATUS_OF

type Details = {
  retryAfterSeconds?: number
  redirect?: string
  cause?: unknown
  /** For the calling program, such as the options it can choose from. */
  details?: object | undefined
}

/** An expected error; its message is worded for the user. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  readonly redirect: string | undefined
  readonly details: object | undefined

  constructor(code: ErrorCode, message: string, { retryAfterSeconds, redirect, cause, details }: Details = {}) {
    super(message, { cause })
    this.name = 'AppError'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.redirect = redirect
    this.details = details
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const Problem = z.object({
  type: z.string(),
  status: z.number(),
  code: z.string(),
  message: z.string(),
  requestId: z.string().optional(),
  redirect: z.string().optional(),
  details: z.unknown().optional(),
})
export type Problem = z.infer<typeof Problem>
