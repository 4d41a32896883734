import { useState, type ReactNode } from 'react'
import { readLinkFragment } from '../../features/auth/link-fragment.ts'
import { useAuth } from '../../features/auth/auth-provider.tsx'
import { TextField } from '../../ui/forms/controls.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Facts, Panel, Badge } from '../../ui/panel.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { useQuery } from '@tanstack/react-query'
import type { OutboxEmail } from '#domain/developer-pages.ts'
import { dateAndTime } from '#domain/time.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { linkIn, outboxQuery } from './outbox.tsx'

export function DebugResetPage() {
  const { status, session, linkProblem } = useAuth()
  const [address, setAddress] = useState('')
  usePageTitle('Debug Reset')
  const link = readLinkFragment(address.includes('#') ? address.slice(address.indexOf('#')) : '')
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <Page narrow>
        <PageHeading>Debug Reset</PageHeading>
        <Panel title="This tab">
          <Facts
            facts={[
              ['Status', status],
              ['User', session?.user.email ?? '—'],
              ['Link problem', linkProblem ?? '—'],
            ]}
          />
        </Panel>
        <Panel title="A reset, step by step">
          <ResetWalk />
        </Panel>
        <Panel title="How a link is read">
          <div className="grid gap-5">
            <TextField
              label="Address with its fragment"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              spellCheck={false}
            />
            <Facts
              facts={[
                ['Read as', link.kind],
                ['Error code', link.kind === 'error' ? (link.code ?? '—') : '—'],
                ['Tokens', link.kind === 'tokens' ? 'both present' : '—'],
              ]}
            />
          </div>
        </Panel>
      </Page>
    </main>
  )
}

const POLL_EVERY_MS = 1000

type Request = { email: string; known: Set<string> }

export function ResetWalk() {
  const { auth } = useAuth()
  const [request, setRequest] = useState<Request | null>(null)
  const { data: emails = [], refetch } = useQuery({ ...outboxQuery, refetchInterval: request ? POLL_EVERY_MS : false })
  const find = (kind: string) => emails.find((message) => isNew(message, request, kind))
  const message = find('recovery')
  const changed = find('password-changed')

  const { problem, pending, onSubmit } = useSubmit(async (field) => {
    const email = field('email').trim().toLowerCase()
    const known = new Set(((await refetch()).data ?? []).map(({ id }) => id))
    const { problem: refused } = await auth.requestReset(email)
    setRequest(refused ? null : { email, known })
    return refused
  })
  return (
    <ol className="grid gap-7">
      <Step number={1} title="Ask for the link" done={request !== null}>
        <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <TextField label="Email" name="email" type="email" required />
          </div>
          <Button variant="primary" type="submit" busy={pending} className="md:h-11">
            Send Reset Link
          </Button>
        </form>
        {problem && <Alert>{problem}</Alert>}
        {request && <p>The service accepted it, as it does for an address it does not know.</p>}
      </Step>
      <Step number={2} title="Find the email in the outbox" done={Boolean(message)}>
        {message ? (
          <p>
            “{message.subject}”, {dateAndTime(message.createdAt)}
          </p>
        ) : (
          <p>{request ? `Looking for an email to ${request.email}...` : 'Appears after the request.'}</p>
        )}
      </Step>
      <Step number={3} title="Open its link" done={Boolean(changed)}>
        {message && linkIn(message) ? (
          <a
            href={linkIn(message) ?? ''}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('plain', 'normal', 'justify-self-start')}
          >
            Open in a New Tab
          </a>
        ) : (
          <p>{message ? 'The email has no link to this site.' : 'Appears with the email.'}</p>
        )}
      </Step>
      <Step number={4} title="Set the new password there" done={Boolean(changed)}>
        <p>
          {changed
            ? `Done: “${changed.subject}” went out, ${dateAndTime(changed.createdAt)}.`
            : 'Once it is set, the confirmation email appears here.'}
        </p>
      </Step>
    </ol>
  )
}

const isNew = (message: OutboxEmail, request: Request | null, kind: string) =>
  request !== null &&
  message.kind === kind &&
  message.to.toLowerCase() === request.email &&
  !request.known.has(message.id)

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
