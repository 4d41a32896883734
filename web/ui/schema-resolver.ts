import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** Lets a form be checked by the same schema that the server checks with; the first issue of a field is its error. */
export function schemaResolver<Fields extends FieldValues, Result>(
  schema: z.ZodType<Result, Fields>,
): Resolver<Fields, unknown, Result> {
  return (values) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, code, message } of parsed.error.issues) {
      errors[path.join('.') || 'root'] ??= { type: code, message }
    }
    return { values: {}, errors: errors as FieldErrors<Fields> }
  }
}
