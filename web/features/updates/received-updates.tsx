import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Mail, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { shortDate } from '#domain/time.ts'
import type { ReceivedUpdate, WaitingReason } from '#domain/updates/update.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Select } from '../../ui/forms/controls.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { Badge, Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { namesQuery } from '../companies/queries.ts'
import { DELETE_QUESTION, useUpdateChanges } from './queries.ts'
import { WaitingEmail } from './waiting-email.tsx'

const REASONS: Record<WaitingReason, string> = {
  unverified: 'Unverified sender. Nobody has signed this email for the address it shows.',
  'unknown-sender': 'We don’t know this sender.',
  several: 'It could be from several of your companies.',
  'no-company': 'It names none of your companies. If it is from a new one, add the company first.',
}

export function ReceivedUpdates({ updates }: { updates: ReceivedUpdate[] }) {
  const waiting = updates.filter(({ state }) => state === 'waiting')
  const codes = updates.filter(({ state }) => state === 'confirmation')
  const others = updates.filter(({ state }) => state !== 'waiting' && state !== 'confirmation')
  return (
    <>
      {codes.length > 0 && (
        <Panel title="Forwarding confirmations">
          <SettingsList>
            {codes.map((update) => (
              <ConfirmationRow key={update.id} update={update} />
            ))}
          </SettingsList>
        </Panel>
      )}
      {waiting.length > 0 && (
        <Panel title="Which company is this?">
          <ul className="grid gap-4">
            {waiting.map((update) => (
              <WaitingUpdate key={update.id} update={update} />
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Received">
        {others.length > 0 ? (
          <SettingsList>
            {others.map((update) => (
              <FiledRow key={update.id} update={update} />
            ))}
          </SettingsList>
        ) : (
          <p className="text-muted">No updates yet. Forward one to your address to try it.</p>
        )}
      </Panel>
    </>
  )
}

const senderOf = ({ senderName, senderAddress }: ReceivedUpdate) =>
  [senderName, senderAddress && (senderName ? `<${senderAddress}>` : senderAddress)].filter(Boolean).join(' ') ||
  'Unknown sender'

function WaitingUpdate({ update }: { update: ReceivedUpdate }) {
  const { id, subject, candidates, reason, receivedAt } = update
  const [chosen, setChosen] = useState(candidates.length === 1 ? String(candidates[0]) : '')
  const { data: names = [] } = useQuery(namesQuery)
  const { file } = useUpdateChanges()
  const toast = useToast()
  const rank = (company: number) => (candidates.includes(company) ? candidates.indexOf(company) : candidates.length)
  const offered = names.toSorted((a, b) => rank(a.id) - rank(b.id) || a.name.localeCompare(b.name))
  const save = () =>
    file.mutate(
      { id, companyId: Number(chosen) },
      {
        onSuccess: ({ company }) => toast({ title: 'Update filed', description: company?.name ?? '' }),
        onError: (error) => toast(failed('Failed to file the update', reasonOf(error))),
      },
    )
  return (
    <li className="grid gap-3 rounded-md border border-line p-4.5">
      <div className="min-w-0 break-words">
        <h3 className="font-serif text-lg font-normal">{subject}</h3>
        <p className="text-sm text-muted">
          {senderOf(update)} · {shortDate(receivedAt)}
        </p>
      </div>
      {reason && (
        <p className="flex gap-2 text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 flex-none text-warn" />
          {REASONS[reason]}
        </p>
      )}
      <WaitingEmail update={update} />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={`Company of ${subject}`}
          value={chosen}
          onChange={setChosen}
          className="min-w-0 max-w-full flex-1 basis-48 sm:max-w-72"
        >
          <option value="">Choose a company</option>
          {offered.map((company) => (
            <option key={company.id} value={company.id}>
              {company.name}
            </option>
          ))}
        </Select>
        <Button variant="primary" disabled={chosen === ''} busy={file.isPending} onClick={save}>
          File
        </Button>
        <DeleteButton update={update} label="Discard" />
      </div>
    </li>
  )
}

function ConfirmationRow({ update }: { update: ReceivedUpdate }) {
  const { confirmation, receivedAt } = update
  if (!confirmation) return null
  const { provider, code, url } = confirmation
  return (
    <SettingsRow
      icon={<KeyRound aria-hidden />}
      title={<>{provider} asks whether it may forward to your address</>}
      text={
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          {code && (
            <span>
              Code: <strong className="font-semibold text-ink select-all">{code}</strong>
            </span>
          )}
          {url && (
            <ExternalLink href={url} className="text-accent underline underline-offset-3">
              Confirm at {provider}
            </ExternalLink>
          )}
          <span>{shortDate(receivedAt)}</span>
        </span>
      }
      action={<DeleteButton update={update} />}
      hasIconAction
    />
  )
}

function FiledRow({ update }: { update: ReceivedUpdate }) {
  const { id, state, subject, company, sentAt, receivedAt } = update
  return (
    <SettingsRow
      icon={<Mail aria-hidden />}
      title={
        state === 'filed' ? (
          <Link to={paths.update(id)} className="underline decoration-line-strong underline-offset-3 hover:text-accent">
            {subject}
          </Link>
        ) : (
          <>
            {subject || 'Email'}
            {state === 'unreadable' ? <Badge tone="warn">Could not be read</Badge> : <Badge>Being read</Badge>}
          </>
        )
      }
      text={[company?.name, state === 'filed' && senderOf(update), shortDate(sentAt ?? receivedAt)]
        .filter(Boolean)
        .join(' · ')}
      action={<DeleteButton update={update} />}
      hasIconAction
    />
  )
}

function DeleteButton({ update: { id, subject }, label }: { update: ReceivedUpdate; label?: string }) {
  const { remove } = useUpdateChanges()
  const toast = useToast()
  const erase = () =>
    remove.mutate(id, {
      onSuccess: () => toast({ title: 'Email deleted', description: subject }),
      onError: (error) => toast(failed('Failed to delete the email', reasonOf(error))),
    })
  return (
    <ConfirmButton
      variant="quiet"
      size={label ? 'normal' : 'icon'}
      aria-label={`${label ?? 'Delete'} ${subject || 'email'}`}
      busy={remove.isPending}
      question={DELETE_QUESTION}
      onConfirm={erase}
    >
      {label ?? (!remove.isPending && <Trash2 aria-hidden />)}
    </ConfirmButton>
  )
}
