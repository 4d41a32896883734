import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReceivedUpdate } from '#domain/updates/update.ts'
import { Loaded, LoadingLines } from '../../ui/loaded.tsx'
import { EmailAttachments } from './email-attachments.tsx'
import { EmailBody } from './email-body.tsx'
import { emailQuery } from './queries.ts'

/** Shows an excerpt, and the whole email on demand, so that users don't have to guess which company it's about. */
export function WaitingEmail({ update: { id, subject, excerpt } }: { update: ReceivedUpdate }) {
  const [isOpen, setOpen] = useState(false)
  const email = useId()
  const action = isOpen ? 'Hide the email' : 'Read the whole email'
  return (
    <div className="grid min-w-0 gap-1">
      {!isOpen && excerpt && <p className="line-clamp-3 max-w-[66ch] text-sm break-words text-muted">{excerpt}</p>}
      <div id={email}>{isOpen && <WholeEmail id={id} />}</div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={email}
        aria-label={`${action}: ${subject}`}
        onClick={() => setOpen(!isOpen)}
        className="min-h-11 w-fit cursor-pointer rounded-sm text-sm text-accent underline underline-offset-3 md:min-h-8"
      >
        {action}
      </button>
    </div>
  )
}

function WholeEmail({ id }: { id: number }) {
  return (
    <Loaded
      what="this email"
      query={useQuery(emailQuery(id))}
      loading={<LoadingLines label="Loading the email" widths={['w-3/4', 'w-2/3', 'w-1/2']} />}
    >
      {({ text, attachments }) => (
        <div className="grid gap-5 border-y border-line py-5">
          <div className="max-w-[66ch] font-serif text-lg">
            {text ? <EmailBody text={text} heading="h4" /> : <p className="text-muted">This email has no text.</p>}
          </div>
          {attachments.length > 0 && <EmailAttachments attachments={attachments} />}
        </div>
      )}
    </Loaded>
  )
}
