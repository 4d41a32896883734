import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutboxEmail } from '#domain/developer-pages.ts'
import { sendTestEmail } from '#domain/billing/endpoints.ts'
import { useApi } from '../../api/context.ts'
import { useAuth } from '../../features/auth/auth-provider.tsx'
import { Alert, Notice, EmptyState, LoadFailure } from '../../ui/feedback.tsx'
import { Button, Waiting } from '../../ui/button.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EmailList, EmailMessage, outboxQuery } from './outbox.tsx'

export function TestEmailPage() {
  const { data: emails, error, refetch } = useQuery(outboxQuery)
  usePageTitle('Test Email')
  return (
    <main id="main" tabIndex={-1} className="flex h-dvh flex-col outline-none">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4.5 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-xl">Test Email</h1>
          <p className="text-sm text-muted">The outbox: emails are kept here while no mail server is configured.</p>
        </div>
        <SendTestEmail onSent={() => void refetch()} />
        <Button onClick={() => void refetch()}>Reload</Button>
      </header>
      {error ? (
        <LoadFailure what="the outbox" error={error} onRetry={() => void refetch()} />
      ) : !emails ? (
        <Waiting />
      ) : (
        <Mailbox emails={emails} />
      )}
    </main>
  )
}

/** Side by side, or on a phone one after the other. */
function Mailbox({ emails }: { emails: OutboxEmail[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [form, setForm] = useState('html')
  const shown = emails.find(({ id }) => id === chosen) ?? emails[0]
  if (!shown)
    return (
      <EmptyState
        level="h2"
        title="No emails yet"
        text="Sign up or request a password reset, and the email appears here."
      />
    )
  const isOpen = chosen !== null
  return (
    <div className="grid min-h-0 flex-1 md:grid-cols-[20rem_minmax(0,1fr)]">
      <EmailList emails={emails} shown={shown.id} onChoose={setChosen} className={isOpen ? 'max-md:hidden' : ''} />
      <EmailMessage
        key={shown.id}
        email={shown}
        form={form}
        onForm={setForm}
        onBack={() => setChosen(null)}
        className={isOpen ? '' : 'max-md:hidden'}
      />
    </div>
  )
}

function SendTestEmail({ onSent }: { onSent: () => void }) {
  const api = useApi()
  const { status } = useAuth()
  const { mutate, isPending, data, isError } = useMutation({
    mutationFn: () => api.call(sendTestEmail),
    onSuccess: onSent,
  })
  if (status !== 'signed-in')
    return <p className="text-sm text-muted">Sign in to send a test email to your own address.</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={isPending} onClick={() => mutate()}>
        Send Test Email
      </Button>
      {data && <Notice>{data.message}</Notice>}
      {isError && <Alert>Network error</Alert>}
    </div>
  )
}
