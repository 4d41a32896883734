import { useQuery } from '@tanstack/react-query'
import { Bell, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ALERT_LABELS } from '#domain/mailings/alerts.ts'
import type { AlertRule, MailingSettings } from '#domain/mailings/settings.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/forms/controls.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { LoadingSettings, Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { AlertForm } from './alert-form.tsx'
import { NobodyNotified, NotifiedDevices, NotifyHere } from './push/notifications.tsx'
import { alertsQuery, useAlertChanges, useUpdateMailings } from './queries.ts'

export function Alerts({ settings }: { settings: MailingSettings }) {
  const rules = useQuery(alertsQuery)
  const { mutate } = useUpdateMailings()
  const [adding, setAdding] = useState(false)
  return (
    <Panel
      title="Alerts"
      action={
        !adding && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Add Alert
          </Button>
        )
      }
    >
      <p className="mb-3 max-w-[62ch] text-muted">
        We notify you as soon as an event you chose happens, at most three times a day; the rest are combined.
      </p>
      <div className="mb-5 grid gap-2">
        <Switch label="Send alerts by email" checked={settings.alerts} onChange={(alerts) => mutate({ alerts })} />
        <NotifyHere />
      </div>
      {!settings.alerts && rules.data?.some(({ delivery }) => delivery === 'at-once') && <NobodyNotified />}
      {adding && <AlertForm hasDigest={settings.digest !== 'off'} onClose={() => setAdding(false)} />}
      <Loaded what="your alerts" query={rules} loading={<LoadingSettings />}>
        {(list) =>
          list.length > 0 ? (
            <SettingsList>
              {list.map((rule) => (
                <RuleRow key={rule.id} rule={rule} />
              ))}
            </SettingsList>
          ) : (
            !adding && <p className="text-muted">No alerts yet.</p>
          )
        }
      </Loaded>
      <NotifiedDevices />
    </Panel>
  )
}

function RuleRow({ rule: { id, companyName, events, delivery, rumors } }: { rule: AlertRule }) {
  const { remove } = useAlertChanges()
  const toast = useToast()
  const name = companyName ?? 'All companies'
  const what = [
    events.map((event) => ALERT_LABELS[event]).join(', '),
    ...(rumors ? ['Also rumors'] : []),
    delivery === 'at-once' ? 'At once' : 'In the digest',
  ]
  const erase = () =>
    remove.mutate(id, {
      onSuccess: () => toast({ title: 'Alert deleted', description: name }),
      onError: (error) => toast(failed('Failed to delete the alert', reasonOf(error))),
    })
  return (
    <SettingsRow
      icon={<Bell aria-hidden />}
      title={name}
      text={what.join(' · ')}
      action={
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Delete alert for ${name}`}
          busy={remove.isPending}
          onClick={erase}
        >
          {!remove.isPending && <Trash2 aria-hidden />}
        </Button>
      }
    />
  )
}
