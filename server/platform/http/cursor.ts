import type { z } from 'zod'
import { AppError } from '#domain/errors.ts'

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
