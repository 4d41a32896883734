import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'

export type Checked<Value> = { value: Value; problems: null } | { value: null; problems: Record<string, string> }

export function check<Value>(schema: z.ZodType<Value>, input: unknown): Checked<Value> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return { value: parsed.data, problems: null }
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) problems[path.join('.') || 'root'] ??= message
  return { value: null, problems }
}

const checkedFields = <Value>(schema: z.ZodType<Value>, form: HTMLFormElement) =>
  check(schema, Object.fromEntries(new FormData(form)))

/** Checks the fields on submit and, once they were refused, while typing. */
export function useCheckedForm<Value>(
  schema: z.ZodType<Value>,
  send: (value: Value, refuse: (problems: Record<string, string>) => void) => unknown,
) {
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isSending, setIsSending] = useState(false)
  const sent = useRef<HTMLFormElement>(null)

  const refuse = (found: Record<string, string>) => {
    flushSync(() => setProblems(found))
    sent.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    sent.current = event.currentTarget
    const { value, problems: found } = checkedFields(schema, event.currentTarget)
    if (found) return refuse(found)
    setProblems({})
    setIsSending(true)
    try {
      await send(value, refuse)
    } finally {
      setIsSending(false)
    }
  }
  const recheck = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (Object.keys(problems).length > 0) setProblems(checkedFields(schema, currentTarget).problems ?? {})
  }
  const handlers = { onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event), onChange: recheck }
  return { problems, isSending, handlers }
}
