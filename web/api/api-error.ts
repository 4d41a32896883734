import type { Problem } from '#domain/errors.ts'

const MAX_REASON = 200

type Reason = { code: string | null; text: string; redirect: string | null; details?: unknown }

/** `reason` is the sentence shown to the user; `message` prefixes it with the status. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  readonly reason: string
  readonly redirect: string | null
  /** Extra data from the server, such as the options the user can choose from. */
  readonly details: unknown

  constructor(status: number, { code, text, redirect, details }: Reason, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.reason = text
    this.redirect = redirect
    this.details = details
  }
}

export const reasonOf = (error: Error): string => (error instanceof ApiError ? error.reason : error.message)

/** What a proxy returns when the server is down, and what the server returns while it's starting or stopping. */
export const isOutage = (status: number) => status >= 502 && status <= 504

export const isConflict = (error: Error) => error instanceof ApiError && error.status === 409

/** The message to show when an action failed. */
export const failed = (title: string, description: string, detail?: string) => ({
  title,
  description: description || 'An error occurred',
  detail,
  variant: 'destructive' as const,
})

export function readReason(body: string, statusText: string): Reason {
  const { code, message, redirect, details } = problemOf(body)
  return {
    code: textOf(code),
    text: (textOf(message) || body.trim() || statusText).slice(0, MAX_REASON),
    redirect: textOf(redirect),
    details,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

function problemOf(body: string): Partial<Record<keyof Problem, unknown>> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
