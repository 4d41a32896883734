import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { ALL_COMPANIES } from '#domain/integrations/choices.ts'
import type { ReceivedShare } from '#domain/sharing/share.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { LoadingSettings, Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { readPath, receivedQuery, useReceivedChanges } from './queries.ts'

export function ReceivedShares() {
  const received = useQuery(receivedQuery)
  return (
    <Panel title="Shared with you">
      <Loaded what="what is shared with you" query={received} loading={<LoadingSettings />}>
        {(list) =>
          list.length > 0 ? (
            <SettingsList>
              {list.map((share) => (
                <ReceivedRow key={share.id} share={share} />
              ))}
            </SettingsList>
          ) : (
            <p className="text-muted">Nobody shares anything with you.</p>
          )
        }
      </Loaded>
    </Panel>
  )
}

function ReceivedRow({ share }: { share: ReceivedShare }) {
  const { id, ownerEmail, name } = share
  const { leave } = useReceivedChanges()
  const toast = useToast()
  const shown = name ?? ALL_COMPANIES
  return (
    <SettingsRow
      icon={<BookOpen aria-hidden />}
      title={shown}
      text={<span className="break-all">From {ownerEmail}</span>}
      action={
        <>
          <LinkButton to={readPath(share)}>Read</LinkButton>
          <ConfirmButton
            variant="quiet"
            busy={leave.isPending}
            aria-label={`Leave ${shown}`}
            question={{
              title: 'Leave this share?',
              text: `To read ${shown} again you need a new invitation from ${ownerEmail}.`,
              action: 'Leave',
            }}
            onConfirm={() =>
              leave.mutate(id, { onError: (error) => toast(failed('Failed to leave', reasonOf(error))) })
            }
          >
            Leave
          </ConfirmButton>
        </>
      }
    />
  )
}

type AcceptProps = { token: string; onAccepted: (share: ReceivedShare) => void; onDismiss: () => void }

/** Accepting takes a click rather than just opening the link, because email scanners open links too. */
export function InvitationNotice({ token, onAccepted, onDismiss }: AcceptProps) {
  const { accept } = useReceivedChanges()
  return (
    <section aria-label="Invitation" className="mt-6 grid justify-items-start gap-4 rounded-md bg-sunk p-4.5 sm:p-6">
      <p className="max-w-[62ch]">You have been invited to read the news of companies that another investor follows.</p>
      {accept.error && <Alert>{reasonOf(accept.error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          busy={accept.isPending}
          onClick={() => accept.mutate(token, { onSuccess: onAccepted })}
        >
          Accept Invitation
        </Button>
        <Button variant="quiet" onClick={onDismiss}>
          Not now
        </Button>
      </div>
    </section>
  )
}
