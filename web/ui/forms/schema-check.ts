import type { z } from 'zod'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

export type Checked<Value> = { value: Value; problems: null } | { value: null; problems: Record<string, string> }

export function check<Value>(schema: z.ZodType<Value>, input: unknown): Checked<Value> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return { value: parsed.data, problems: null }
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) problems[path.join('.') || 'root'] ??= message
  return { value: null, problems }
}

export function schemaResolver<Fields extends FieldValues, Result>(
  schema: z.ZodType<Result, Fields>,
): Resolver<Fields, unknown, Result> {
  return (input) => {
    const { value, problems } = check(schema, input)
    if (!problems) return { values: value, errors: {} }
    const errors = Object.entries(problems).map(([name, message]) => [name, { type: 'validate', message }])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Fields> }
  }
}
