import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import {
  ALERT_DELIVERIES,
  ALERT_EVENTS,
  ALERT_LABELS,
  type AlertDelivery,
  type AlertEvent,
} from '#domain/mailings/alerts.ts'
import type { AlertPreview, NewAlertRule } from '#domain/mailings/settings.ts'
import { shortDate } from '#domain/time.ts'
import { reasonOf } from '../../api/api-error.ts'
import { namesQuery } from '../companies/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Select } from '../../ui/forms/controls.tsx'
import { Loaded, LoadingLines } from '../../ui/loaded.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { counted } from '../../ui/text.ts'
import { Choice } from './digest-settings.tsx'
import { EventLines, keyOf } from './email-event.tsx'
import { useAlertChanges, useAlertPreview } from './queries.ts'
import { PanelForm } from '../../ui/forms/panel-form.tsx'

const DELIVERIES: Record<AlertDelivery, string> = { 'at-once': 'At once', digest: 'In the digest' }

const FIRST: NewAlertRule = {
  companyId: null,
  events: ['raise', 'acquisition', 'closure'],
  delivery: 'at-once',
  rumors: false,
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

export function AlertForm({ hasDigest, onClose }: { hasDigest: boolean; onClose: () => void }) {
  const [rule, setRule] = useState(FIRST)
  const { add } = useAlertChanges()
  const toast = useToast()
  const names = useQuery(namesQuery)
  const save = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(rule, {
      onSuccess: () => {
        toast({ title: 'Alert added', description: 'You get it from now on.' })
        onClose()
      },
    })
  }
  const toggle = (event: AlertEvent, isChosen: boolean) =>
    setRule({
      ...rule,
      events: ALERT_EVENTS.filter((each) => (each === event ? isChosen : rule.events.includes(each))),
    })
  return (
    <PanelForm onSubmit={save} label="New alert">
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice label="Company">
          <Select
            label="Company"
            value={String(rule.companyId ?? '')}
            onChange={(value) => setRule({ ...rule, companyId: value === '' ? null : Number(value) })}
          >
            <option value="">All companies</option>
            {names.data?.toSorted(byName).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Choice>
        <Choice label="Delivery">
          <Select
            label="Delivery"
            value={rule.delivery}
            onChange={(value) =>
              setRule({ ...rule, delivery: ALERT_DELIVERIES.find((each) => each === value) ?? 'at-once' })
            }
          >
            {ALERT_DELIVERIES.map((each) => (
              <option key={each} value={each}>
                {DELIVERIES[each]}
              </option>
            ))}
          </Select>
        </Choice>
      </div>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Events</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {ALERT_EVENTS.map((event) => (
            <Checkbox
              key={event}
              label={ALERT_LABELS[event]}
              checked={rule.events.includes(event)}
              onChange={(isChosen) => toggle(event, isChosen)}
            />
          ))}
        </div>
      </fieldset>
      <Checkbox
        label="Also rumors: talks, or what unnamed sources say"
        checked={rule.rumors}
        onChange={(rumors) => setRule({ ...rule, rumors })}
      />
      {rule.delivery === 'digest' && !hasDigest && (
        <Alert>Your digest is off, so nothing would be sent. Turn the digest on, or choose “At once”.</Alert>
      )}
      <LastDays rule={rule} />
      {add.error && <Alert>{reasonOf(add.error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={add.isPending} disabled={rule.events.length === 0}>
          Save Alert
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </PanelForm>
  )
}

function Checkbox(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const { label, checked, onChange } = props
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 md:min-h-9">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4.5 cursor-pointer accent-accent"
      />
      {label}
    </label>
  )
}

function LastDays({ rule }: { rule: NewAlertRule }) {
  const preview = useAlertPreview(rule)
  if (rule.events.length === 0) return <p className="text-sm text-muted">Choose at least one event.</p>
  return (
    <Loaded
      what="the preview"
      query={preview}
      loading={<LoadingLines label="Loading the preview" widths={['w-2/3', 'w-full']} />}
    >
      {(found) => <Found preview={found} />}
    </Loaded>
  )
}

const MAX_SHOWN = 5

function Found({ preview: { days, emails, inDigest } }: { preview: AlertPreview }) {
  const sent = emails.length > 0 ? counted(emails.length, 'alert', 'alerts') : 'no alerts'
  const rest = inDigest.length > 0 ? `, and put ${counted(inDigest.length, 'story', 'stories')} in your digest` : ''
  const shown = [
    ...emails.toReversed().map(({ at, events }) => ({ key: at, when: shortDate(at), events })),
    ...inDigest.map((event) => ({ key: keyOf(event), when: 'In the digest', events: [event] })),
  ]
  return (
    <div className="rounded-md bg-sunk px-4 py-4">
      <output className="block font-medium">
        In the last {days} days, this would have sent {sent}
        {rest}.
      </output>
      <ol>
        {shown.slice(0, MAX_SHOWN).map(({ key, when, events }) => (
          <li key={key} className="mt-4">
            <p className="text-sm text-muted">{when}</p>
            {events.slice(0, MAX_SHOWN).map((event) => (
              <EventLines key={keyOf(event)} event={event} />
            ))}
          </li>
        ))}
      </ol>
      {shown.length > MAX_SHOWN && <p className="mt-4 text-sm text-muted">{shown.length - MAX_SHOWN} more</p>}
    </div>
  )
}
