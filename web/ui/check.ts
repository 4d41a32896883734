import type { z } from 'zod'

export type Checked<Value> =
  { value: Value; problems: null } | { value: null; problems: Record<string, string> }

/** The value as its schema reads it, or the first problem of each field by the field's name. */
export function check<Value>(schema: z.ZodType<Value>, input: unknown): Checked<Value> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return { value: parsed.data, problems: null }
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) problems[path.join('.') || 'root'] ??= message
  return { value: null, problems }
}
