import { useMutation, useQuery } from '@tanstack/react-query'
import { sendTestEmail } from '#domain/billing/endpoints.ts'
import { useApi } from '../../api/context.ts'
import { useAuth } from '../../features/auth/auth-provider.tsx'
import { Alert, Notice, EmptyState, LoadFailure } from '../../ui/feedback.tsx'
import { Button, Waiting } from '../../ui/button.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { EmailView, outboxQuery } from './outbox.tsx'

export function TestEmailPage() {
  const { data: emails, error, refetch } = useQuery(outboxQuery)
  usePageTitle('Test Email')
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <Page narrow>
        <PageHeading actions={<Button onClick={() => void refetch()}>Reload</Button>}>Test Email</PageHeading>
        <p className="mt-2 mb-6 text-muted">The outbox: emails are kept here while no mail server is configured.</p>
        <SendTestEmail onSent={() => void refetch()} />
        {error ? (
          <LoadFailure what="the outbox" error={error} onRetry={() => void refetch()} />
        ) : !emails ? (
          <Waiting />
        ) : emails.length === 0 ? (
          <EmptyState
            level="h2"
            title="No emails yet"
            text="Sign up or request a password reset, and the email appears here."
          />
        ) : (
          <div className="border-t border-line">
            {emails.map((email, index) => (
              <EmailView key={email.id} email={email} open={index === 0} />
            ))}
          </div>
        )}
      </Page>
    </main>
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
    return <p className="mb-6 text-sm text-muted">Sign in to send a test email to your own address.</p>
  return (
    <div className="mb-6 grid justify-items-start gap-3">
      <Button busy={isPending} onClick={() => mutate()}>
        Send Test Email
      </Button>
      {data && <Notice>{data.message}</Notice>}
      {isError && <Alert>Network error</Alert>}
    </div>
  )
}
