import { useQuery } from '@tanstack/react-query'
import { Plus, UserRound } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { ALL_COMPANIES, EMAIL_INVALID } from '#domain/integrations/choices.ts'
import type { Share } from '#domain/sharing/share.ts'
import { shortDate } from '#domain/time.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/forms/controls.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useNow } from '../../ui/page.tsx'
import { Badge, LoadingSettings, Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { chosenNews, companyChoice, NewsOf } from '../integrations/news-of.tsx'
import { whenText } from '../integrations/new-secret.tsx'
import { sharesQuery, useShareChanges } from './queries.ts'
import { PanelForm } from '../../ui/forms/panel-form.tsx'

type Props = {
  canInvite: boolean
  /** If set, the form is open for this company. */
  companyId?: string | undefined
}

export function GivenShares({ canInvite, companyId }: Props) {
  const shares = useQuery(sharesQuery)
  const [adding, setAdding] = useState(companyId !== undefined)
  return (
    <Panel
      title="Guests"
      action={
        canInvite &&
        !adding && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Invite
          </Button>
        )
      }
    >
      <p className="mb-5 max-w-[62ch] text-muted">
        Let a partner or a colleague read the news of a company, a saved view or your whole portfolio. They cannot
        change anything, and you can stop at any time.
      </p>
      {canInvite && adding && (
        <InvitationForm
          first={companyId === undefined ? '' : companyChoice(companyId)}
          onClose={() => setAdding(false)}
        />
      )}
      <Loaded what="what you share" query={shares} loading={<LoadingSettings />}>
        {(list) =>
          list.length > 0 ? (
            <SettingsList>
              {list.map((share) => (
                <ShareRow key={share.id} share={share} />
              ))}
            </SettingsList>
          ) : (
            !adding && <p className="text-muted">You share nothing yet.</p>
          )
        }
      </Loaded>
    </Panel>
  )
}

function InvitationForm({ first, onClose }: { first: string; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const address = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(first)
  const [extras, setExtras] = useState({ withPositions: false, withUpdates: false })
  const { create } = useShareChanges()
  const toast = useToast()
  const covered = chosenNews(chosen)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const isValid = email.trim() !== '' && address.current?.validity.valid !== false
    setProblem(isValid ? undefined : EMAIL_INVALID)
    if (!isValid) return address.current?.focus()
    const allowed = covered.viewId === null ? extras : { withPositions: false, withUpdates: false }
    create.mutate(
      { email, ...covered, ...allowed },
      {
        onSuccess: (share) => {
          toast({ title: 'Invitation sent', description: `We sent an email to ${share.email}.` })
          onClose()
        },
      },
    )
  }
  return (
    <PanelForm onSubmit={save} noValidate label="Invitation">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          ref={address}
          label="Email"
          type="email"
          error={problem}
          maxLength={254}
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <NewsOf label="What to share" value={chosen} onChange={setChosen} />
      </div>
      {covered.viewId === null && (
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Include</legend>
          <Extra checked={extras.withPositions} onChange={(withPositions) => setExtras({ ...extras, withPositions })}>
            Your positions: amounts, dates and notes
          </Extra>
          <Extra checked={extras.withUpdates} onChange={(withUpdates) => setExtras({ ...extras, withUpdates })}>
            Founder updates that you received
          </Extra>
        </fieldset>
      )}
      {create.error && <Alert>{reasonOf(create.error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={create.isPending}>
          Send Invitation
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </PanelForm>
  )
}

type ExtraProps = { checked: boolean; onChange: (checked: boolean) => void; children: string }

function Extra({ checked, onChange, children }: ExtraProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 md:min-h-9">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4.5 flex-none cursor-pointer accent-accent"
      />
      {children}
    </label>
  )
}

function ShareRow({ share }: { share: Share }) {
  const { id, email, name, withPositions, withUpdates, acceptedAt, expiresAt, lastReadAt } = share
  const { end } = useShareChanges()
  const toast = useToast()
  const now = useNow()
  const isExpired = acceptedAt === null && Date.parse(expiresAt) <= now.getTime()
  const stop = () =>
    end.mutate(id, {
      onSuccess: () =>
        toast({ title: 'Sharing ended', description: `${email} can no longer read ${name ?? 'your portfolio'}.` }),
      onError: (error) => toast(failed('Failed to stop sharing', reasonOf(error))),
    })
  const extras = [withPositions && 'positions', withUpdates && 'founder updates'].filter(Boolean).join(' and ')
  return (
    <SettingsRow
      icon={<UserRound aria-hidden />}
      title={
        <>
          <span className="min-w-0 break-all">{email}</span>
          {isExpired ? <Badge tone="warn">Expired</Badge> : acceptedAt === null && <Badge>Invited</Badge>}
        </>
      }
      text={
        <>
          {name ?? ALL_COMPANIES}
          {extras && `, with ${extras}`}
          <span className="block">{stateText({ acceptedAt, expiresAt, lastReadAt, isExpired }, now)}</span>
        </>
      }
      action={
        <Button variant="quiet" aria-label={`Stop sharing with ${email}`} busy={end.isPending} onClick={stop}>
          Stop
        </Button>
      }
    />
  )
}

type State = Pick<Share, 'acceptedAt' | 'expiresAt' | 'lastReadAt'> & { isExpired: boolean }

function stateText({ acceptedAt, expiresAt, lastReadAt, isExpired }: State, now: Date): string {
  if (lastReadAt) return `Last read ${whenText(lastReadAt, now)}`
  if (acceptedAt) return `Accepted ${whenText(acceptedAt, now)}, not read yet`
  return isExpired
    ? 'The invitation was not accepted. Stop, and invite again.'
    : `Can accept until ${shortDate(expiresAt)}`
}
