import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api-context.ts'
import { useAuth } from '../../auth/use-auth.ts'
import { Alert, Notice } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Waiting } from '../../ui/spinner.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { LetterView } from './letter-view.tsx'
import { OUTBOX, outboxQuery } from './outbox.ts'

/** The letters that would have been sent if a mail server were set. */
export function TestEmailPage() {
  const { data: letters, error, refetch } = useQuery(outboxQuery)
  usePageTitle('Test E-mail')
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <Page narrow>
        <PageHeading actions={<Button onClick={() => void refetch()}>Reload</Button>}>
          Test E-mail
        </PageHeading>
        <p className="mt-2 mb-6 text-muted">The outbox: letters are kept here while no mail server is set.</p>
        <SendTestLetter onSent={() => void refetch()} />
        {error ? (
          <LoadFailure what="the outbox" error={error} onRetry={() => void refetch()} />
        ) : !letters ? (
          <Waiting />
        ) : letters.length === 0 ? (
          <EmptyState
            level="h2"
            title="No letters yet"
            text="Sign up or ask for a password reset, and the letter appears here."
          />
        ) : (
          <div className="border-t border-line">
            {letters.map((letter, index) => (
              <LetterView key={letter.id} letter={letter} open={index === 0} />
            ))}
          </div>
        )}
      </Page>
    </main>
  )
}

function SendTestLetter({ onSent }: { onSent: () => void }) {
  const api = useApi()
  const { status } = useAuth()
  const { mutate, isPending, data, isError } = useMutation({
    mutationFn: () => api.request('POST', OUTBOX) as Promise<{ message: string }>,
    onSuccess: onSent,
  })
  if (status !== 'signed-in')
    return <p className="mb-6 text-sm text-muted">Sign in to send a test letter to your own address.</p>
  return (
    <div className="mb-6 grid justify-items-start gap-3">
      <Button busy={isPending} onClick={() => mutate()}>
        Send Test Letter
      </Button>
      {data && <Notice>{data.message}</Notice>}
      {isError && <Alert>Network error</Alert>}
    </div>
  )
}
