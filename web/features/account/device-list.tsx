import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import type { DeviceInfo } from '#domain/account/profile.ts'
import { dateAndTime, relativeTime, shortDate } from '#domain/time.ts'
import { Badge, LoadingSettings, Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { Button } from '../../ui/button.tsx'
import { failed } from '../../api/api-error.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useNow } from '../../ui/page.tsx'
import { deviceName, isHandheld } from './device-name.ts'
import { devicesQuery, useEndSession, useSignOutOthers } from './security-queries.ts'

export function DeviceList() {
  const query = useQuery(devicesQuery)
  const devices = query.data
  const others = useSignOutOthers()
  const toast = useToast()
  // A hosted auth service doesn't list sessions, but it can end them.
  const isListed = devices?.length !== 0
  const hasOthers = !isListed || devices?.some(({ current }) => !current)
  const signOutOthers = () =>
    others.mutate(undefined, {
      onSuccess: () => toast({ title: 'Other devices signed out', description: 'Only this device is signed in now.' }),
      onError: ({ message }) => toast(failed('Failed to sign out', message)),
    })
  return (
    <Panel
      title="Devices"
      action={
        hasOthers && (
          <Button busy={others.isPending} onClick={signOutOthers}>
            Sign Out Other Devices
          </Button>
        )
      }
    >
      <p className="mb-4 max-w-[62ch] text-muted">
        {isListed
          ? 'Sign out any device you do not recognize, then change your password.'
          : 'Your sign-in service does not list devices. You can still sign out all others.'}
      </p>
      {isListed && (
        <Loaded what="your devices" query={query} loading={<LoadingSettings />}>
          {(list) => (
            <SettingsList>
              {list.toSorted(thisFirst).map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </SettingsList>
          )}
        </Loaded>
      )}
    </Panel>
  )
}

function DeviceRow({ device }: { device: DeviceInfo }) {
  const { mutate } = useEndSession()
  const toast = useToast()
  const now = useNow()
  const name = deviceName(device.userAgent)
  const lastSeen = relativeTime(device.lastSeen, now).replace(/^(?:Just now|Yesterday)$/, lowerCase)
  const signOut = () =>
    mutate(device.id, {
      onSuccess: () => toast({ title: 'Device signed out', description: `${name} will have to sign in again.` }),
      onError: ({ message }) => toast(failed('Failed to sign out', message)),
    })
  return (
    <SettingsRow
      icon={isHandheld(device.userAgent) ? <Smartphone aria-hidden /> : <Monitor aria-hidden />}
      title={
        <>
          {name} {device.current && <Badge tone="good">This device</Badge>}
        </>
      }
      text={
        <>
          <span title={dateAndTime(device.lastSeen)}>{device.current ? 'Active now' : `Last active ${lastSeen}`}</span>
          {device.ip && ` · ${device.ip}`} · Signed in {shortDate(device.createdAt)}
        </>
      }
      action={
        !device.current && (
          <Button variant="quiet" aria-label={`Sign out ${name}`} onClick={signOut}>
            Sign Out
          </Button>
        )
      }
    />
  )
}

const thisFirst = (a: DeviceInfo, b: DeviceInfo) => Number(b.current) - Number(a.current)

const lowerCase = (text: string) => text.toLowerCase()
