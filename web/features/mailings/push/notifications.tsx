import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PushDevice } from '#domain/mailings/devices.ts'
import { shortDate } from '#domain/time.ts'
import { failed } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback.tsx'
import { Switch } from '../../../ui/forms/controls.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { Badge, SettingsList, SettingsRow } from '../../../ui/panel.tsx'
import { deviceName, isHandheld } from '../../account/device-name.ts'
import { pushDevicesQuery, useNotifications, useThisDevice } from './queries.ts'

/** Doesn't prompt for permission until the switch is turned on. */
export function NotifyHere() {
  const { data: known } = useQuery(pushDevicesQuery)
  const { data: browser } = useThisDevice()
  const { turnOn, remove } = useNotifications()
  const toast = useToast()
  if (!known || !browser) return null
  const here = known.devices.find(({ endpointHash }) => endpointHash === browser.endpointHash)
  const onError = (error: Error) => toast(failed('Failed to change notifications', error.message))
  const change = (isOn: boolean) => {
    if (isOn) turnOn.mutate(known.serverKey, { onError })
    else if (here) remove.mutate({ device: here, isThis: true }, { onError })
  }
  if (browser.state === 'unsupported')
    return (
      <Unavailable>
        This browser cannot show notifications. On an iPhone or iPad, add Tidings to the Home Screen and open it there.
      </Unavailable>
    )
  if (browser.state === 'blocked')
    return (
      <Unavailable>
        Notifications from Tidings are blocked in this browser. Allow them in its settings for this site, then reload
        the page.
      </Unavailable>
    )
  const isOn = turnOn.isPending || (here !== undefined && !remove.isPending)
  return (
    <div>
      <Switch label="Notify on this device" checked={isOn} onChange={change}>
        {turnOn.data === false && !here
          ? 'Your browser did not allow notifications.'
          : 'Alerts appear even while Tidings is closed, until you sign out.'}
      </Switch>
    </div>
  )
}

function Unavailable({ children }: { children: ReactNode }) {
  return (
    <div>
      <p className="flex min-h-11 items-center md:min-h-9">Notify on this device</p>
      <p className="max-w-[62ch] text-muted">{children}</p>
    </div>
  )
}

/** With emails off and no device, alerts appear only on the page. */
export function NobodyNotified() {
  const { data: known } = useQuery(pushDevicesQuery)
  if (!known || known.devices.length > 0) return null
  return (
    <div className="mb-5">
      <Notice>
        Nothing notifies you of these alerts: emails are off, and no device shows notifications. Turn on one of them.
      </Notice>
    </div>
  )
}

export function NotifiedDevices() {
  const { data: known } = useQuery(pushDevicesQuery)
  const { data: browser } = useThisDevice()
  if (!known || known.devices.length === 0) return null
  return (
    <section aria-label="Devices with notifications" className="mt-8">
      <h3 className="mb-3 text-base font-semibold">Devices with notifications</h3>
      <SettingsList>
        {known.devices.map((device) => (
          <DeviceRow key={device.id} device={device} isThis={device.endpointHash === browser?.endpointHash} />
        ))}
      </SettingsList>
    </section>
  )
}

function DeviceRow({ device, isThis }: { device: PushDevice; isThis: boolean }) {
  const { remove } = useNotifications()
  const toast = useToast()
  const { userAgent, createdAt, notifiedAt } = device
  const name = deviceName(userAgent)
  const erase = () =>
    remove.mutate(
      { device, isThis },
      {
        onSuccess: () => toast({ title: 'Device removed', description: `${name} gets no more notifications.` }),
        onError: (error) => toast(failed('Failed to remove the device', error.message)),
      },
    )
  return (
    <SettingsRow
      icon={isHandheld(userAgent) ? <Smartphone aria-hidden /> : <Monitor aria-hidden />}
      title={
        <>
          {name} {isThis && <Badge tone="good">This device</Badge>}
        </>
      }
      text={`${notifiedAt ? `Last notified ${shortDate(notifiedAt)}` : 'Not notified yet'} · Added ${shortDate(createdAt)}`}
      action={
        <Button variant="quiet" aria-label={`Remove ${name}`} busy={remove.isPending} onClick={erase}>
          Remove
        </Button>
      }
    />
  )
}
