import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { shortDate } from '#domain/time.ts'
import type { UpdateAttachment } from '#domain/updates/update.ts'
import { ApiError } from '../api/api-error.ts'
import { updateQuery } from '../features/updates/queries.ts'
import { StatedMetrics } from '../features/updates/stated-metrics.tsx'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { Loaded, LoadingLines } from '../ui/loaded.tsx'
import { BackLink, Page, PageHeading } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
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
        {({ subject, companyId, companyName, senderName, senderAddress, sentAt, text, metrics, attachments }) => (
          <>
            <BackLink to={paths.company(companyId)}>{companyName}</BackLink>
            <PageHeading>{subject}</PageHeading>
            <p className="mt-1 text-sm break-words text-muted">
              Update from the founder · {[senderName, senderAddress].filter(Boolean).join(', ')} · {shortDate(sentAt)} ·
              Only you see this
            </p>
            {metrics.length > 0 && (
              <Panel title="What it states">
                <StatedMetrics metrics={metrics} />
              </Panel>
            )}
            <div className="mt-8 max-w-[66ch] border-t border-line pt-6 font-serif text-lg break-words whitespace-pre-line">
              {text || 'This email has no text.'}
            </div>
            {attachments.length > 0 && (
              <Panel title="Attachments">
                <p className="mb-3 text-sm text-muted">Attachments are not kept. You find them in the email itself.</p>
                <ul className="grid gap-1">
                  {attachments.map((attachment) => (
                    <li key={`${attachment.name} ${attachment.size}`} className="break-words">
                      {attachment.name} <span className="text-sm text-muted">{sizeOf(attachment)}</span>
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

const sizeOf = ({ size }: UpdateAttachment) =>
  size < 1_000_000 ? `${Math.max(1, Math.round(size / 1000))} KB` : `${(size / 1_000_000).toFixed(1)} MB`
