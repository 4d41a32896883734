import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { OutboxEmail } from '#domain/developer-pages.ts'
import { dateAndTime } from '#domain/time.ts'
import { useAuth } from '../../auth/use-auth.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { linkIn, outboxQuery } from './outbox.ts'

const LOOK_EVERY_MS = 1000

type Request = { email: string; known: Set<string>; problem: string | null }

/** A reset from the request to the new password, each step with what really came of it. */
export function ResetWalk() {
  const { auth } = useAuth()
  const [request, setRequest] = useState<Request | null>(null)
  const [pending, setPending] = useState(false)
  const waits = request !== null && request.problem === null
  const { data: letters = [], refetch } = useQuery({
    ...outboxQuery,
    refetchInterval: waits ? LOOK_EVERY_MS : false,
  })
  const find = (kind: string) => letters.find((letter) => isNew(letter, request, kind))
  const letter = find('recovery')
  const changed = find('password-changed')

  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const email = String(new FormData(event.currentTarget).get('email')).trim().toLowerCase()
    setPending(true)
    const known = new Set(((await refetch()).data ?? []).map(({ id }) => id))
    const { problem } = await auth.requestReset(email)
    setPending(false)
    setRequest({ email, known, problem })
  }
  return (
    <ol className="grid gap-7">
      <Step number={1} title="Ask for the link" done={waits}>
        <form onSubmit={(event) => void ask(event)} className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <Field label="E-mail">
              {(control) => <Input {...control} name="email" type="email" required />}
            </Field>
          </div>
          <Button look="primary" type="submit" busy={pending} className="md:h-11">
            Send Reset Link
          </Button>
        </form>
        {request?.problem && <Alert>{request.problem}</Alert>}
        {waits && <p>The service accepted it, as it does for an address it does not know.</p>}
      </Step>
      <Step number={2} title="Find the letter in the outbox" done={Boolean(letter)}>
        {letter ? (
          <p>
            “{letter.subject}”, {dateAndTime(letter.createdAt)}
          </p>
        ) : (
          <p>{waits ? `Looking for a letter to ${request.email}...` : 'Comes after the request.'}</p>
        )}
      </Step>
      <Step number={3} title="Open its link" done={Boolean(changed)}>
        {letter && linkIn(letter) ? (
          <a
            href={linkIn(letter) ?? ''}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('plain', 'normal', 'justify-self-start')}
          >
            Open in a New Tab
          </a>
        ) : (
          <p>{letter ? 'The letter has no link of our own.' : 'Comes with the letter.'}</p>
        )}
      </Step>
      <Step number={4} title="Set the new password there" done={Boolean(changed)}>
        <p>
          {changed
            ? `Done: “${changed.subject}” went out, ${dateAndTime(changed.createdAt)}.`
            : 'Once it is set, the letter that says so appears here.'}
        </p>
      </Step>
    </ol>
  )
}

const isNew = (letter: OutboxEmail, request: Request | null, kind: string) =>
  request !== null &&
  letter.kind === kind &&
  letter.to.toLowerCase() === request.email &&
  !request.known.has(letter.id)

type StepProps = { number: number; title: string; done: boolean; children: ReactNode }

function Step({ number, title, done, children }: StepProps) {
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-3">
      <span
        aria-hidden
        className="grid size-7 place-items-center rounded-full border border-line-strong text-sm font-medium text-muted tabular-nums"
      >
        {number}
      </span>
      <div className="flex min-h-7 items-center gap-3">
        <h3 className="text-lg">{title}</h3>
        {done && <Badge tone="good">Done</Badge>}
      </div>
      <div className="col-start-2 grid min-w-0 gap-3 text-muted">{children}</div>
    </li>
  )
}
