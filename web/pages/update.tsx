import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { shortDate } from '#domain/time.ts'
import type { WholeUpdate } from '#domain/updates/update.ts'
import { ApiError } from '../api/api-error.ts'
import { EmailAttachments } from '../features/updates/email-attachments.tsx'
import { EmailBody } from '../features/updates/email-body.tsx'
import { companyUpdatesQuery, updateQuery } from '../features/updates/queries.ts'
import { previousOf, StatedMetrics } from '../features/updates/stated-metrics.tsx'
import { Neighbors, UpdateActions } from '../features/updates/update-place.tsx'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { Loaded, LoadingLines } from '../ui/loaded.tsx'
import { BackLink, Page, PageHeading } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

export function UpdatePage() {
  const { id: segment } = useParams({ strict: false })
  const id = /^[1-9]\d{0,9}$/.test(segment ?? '') ? Number(segment) : 0
  const update = useQuery({ ...updateQuery(id), enabled: id > 0 })
  const isAbsent = id === 0 || (update.error instanceof ApiError && update.error.status === 404)
  usePageTitle(isAbsent ? 'Update not found' : (update.data?.subject ?? 'Founder update'))
  if (isAbsent)
    return (
      <Page narrow>
        <PageHeading>Update not found</PageHeading>
        <p className="mt-3 mb-5 text-muted">You may have deleted it, or the address is wrong.</p>
        <LinkButton to={paths.updates}>Founder Updates</LinkButton>
      </Page>
    )
  return (
    <Page narrow>
      <Loaded
        what="this update"
        query={update}
        loading={<LoadingLines label="Loading the update" widths={['w-1/2', 'w-3/4', 'w-2/3']} className="mt-8" />}
      >
        {(found) => <Update update={found} />}
      </Loaded>
    </Page>
  )
}

function Update({ update }: { update: WholeUpdate }) {
  const { id, subject, companyId, companyName, senderName, senderAddress, sentAt, text, metrics, attachments } = update
  const { data: updates = [] } = useQuery(companyUpdatesQuery(companyId))
  const earlier = updates.filter((other) => other.sentAt < sentAt)
  return (
    <article>
      <BackLink to={paths.company(companyId)}>{companyName}</BackLink>
      <PageHeading>{subject}</PageHeading>
      <p className="mt-2 text-sm wrap-anywhere text-muted">
        <span className="font-medium text-ink">{senderName || senderAddress}</span>
        {senderName && ` ${senderAddress}`} · {shortDate(sentAt)}
      </p>
      <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
        <Lock aria-hidden className="size-3.5 flex-none" />
        Update from the founder. Only you see this.
      </p>
      {metrics.length > 0 && (
        <section aria-label="What it states" className="mt-6">
          <StatedMetrics metrics={metrics} noteOf={(metric) => previousOf(metric, earlier)} />
        </section>
      )}
      <div className="mt-6 max-w-[66ch] border-t border-line pt-6 font-serif text-lg">
        {text ? <EmailBody text={text} /> : <p className="text-muted">This email has no text.</p>}
      </div>
      {attachments.length > 0 && <EmailAttachments attachments={attachments} className="mt-8" />}
      <UpdateActions update={update} />
      <Neighbors id={id} updates={updates} />
    </article>
  )
}
