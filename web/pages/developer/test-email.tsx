/* oxlint-disable react/no-array-index-key -- the parts of a letter never move among each other */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { OutboxLetter } from '#domain/mail.ts'
import { dateAndTime } from '#domain/relative-time.ts'
import { useApi } from '../../api/api-context.ts'
import { useAuth } from '../../auth/use-auth.ts'
import { Alert, Notice } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Waiting } from '../../ui/spinner.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

const OUTBOX = '/api/test/outbox'
const outboxQuery = queryOptions<OutboxLetter[]>({ queryKey: [OUTBOX], staleTime: 0 })

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
          letters.map((letter) => <LetterView key={letter.id} letter={letter} />)
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
  if (status !== 'signed-in') return null
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

function LetterView({ letter: { to, subject, text, createdAt } }: { letter: OutboxLetter }) {
  return (
    <article className="border-t border-line py-5">
      <h2 className="text-lg">{subject}</h2>
      <p className="text-sm text-muted">
        To {to}, {dateAndTime(createdAt)}
      </p>
      <p className="mt-3 break-words whitespace-pre-wrap">
        {text.split(/(https?:\/\/\S+)/).map((part, index) =>
          /^https?:\/\//.test(part) ? (
            <a key={index} href={part} className="text-accent underline underline-offset-3">
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
    </article>
  )
}
