import { useState, type FormEvent } from 'react'

type Field = (name: string) => string

/** Prevents concurrent submissions. `send` returns the error message to show, or null. */
export function useSubmit(send: (field: Field, form: HTMLFormElement) => Promise<string | null>) {
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    const fields = new FormData(form)
    setPending(true)
    const refused = await send((name) => String(fields.get(name) ?? ''), form)
    setPending(false)
    setProblem(refused)
  }
  return { problem, setProblem, pending, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) }
}
