import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { check } from './check.ts'

/** Lets a form be checked by the same schema that the server checks with. */
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
