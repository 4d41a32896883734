import type { ReactNode } from 'react'
import { DIGESTS, hourText, WEEKDAYS, zoneText } from '#domain/mailings/schedule.ts'
import type { MailingSettings } from '#domain/mailings/settings.ts'
import { dateFormat } from '#domain/time.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/forms/controls.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useUpdateMailings } from './queries.ts'

const FREQUENCIES: Record<(typeof DIGESTS)[number], string> = { off: 'Off', daily: 'Every day', weekly: 'Every week' }
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export function DigestSettings({ settings }: { settings: MailingSettings }) {
  const { email, digest, weekday, hour, timeZone } = settings
  const { mutate } = useUpdateMailings()
  const isOn = digest !== 'off'
  return (
    <Panel title="Digest" action={isOn && <Button onClick={() => mutate({ digest: 'off' })}>Turn Off</Button>}>
      <p className="mb-5 max-w-[62ch] text-muted">
        What happened at your companies, sent to <span className="wrap-anywhere">{email}</span>. Without news, no daily
        digest comes; the weekly one says that it was quiet.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice label="How often">
          <Select
            label="How often"
            value={digest}
            onChange={(value) => mutate({ digest: DIGESTS.find((each) => each === value) ?? 'off' })}
          >
            {DIGESTS.map((each) => (
              <option key={each} value={each}>
                {FREQUENCIES[each]}
              </option>
            ))}
          </Select>
        </Choice>
        {digest === 'weekly' && (
          <Choice label="Day">
            <Select label="Day" value={String(weekday)} onChange={(value) => mutate({ weekday: Number(value) })}>
              {WEEKDAYS.map((day, index) => (
                <option key={day} value={index + 1}>
                  {day}
                </option>
              ))}
            </Select>
          </Choice>
        )}
        {isOn && (
          <>
            <Choice label="Time">
              <Select label="Time" value={String(hour)} onChange={(value) => mutate({ hour: Number(value) })}>
                {HOURS.map((each) => (
                  <option key={each} value={each}>
                    {hourText(each)}
                  </option>
                ))}
              </Select>
            </Choice>
            <Choice label="Time zone">
              <Select label="Time zone" value={timeZone} onChange={(value) => mutate({ timeZone: value })}>
                {zones(timeZone).map((zone) => (
                  <option key={zone} value={zone}>
                    {zone.replaceAll('_', ' ')}
                  </option>
                ))}
              </Select>
            </Choice>
          </>
        )}
      </div>
      <output className="mt-4 block text-sm text-muted">
        {isOn && !settings.suppression ? nextText(settings) : 'You get no digests.'}
      </output>
    </Panel>
  )
}

export function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden className="text-sm font-medium">
        {label}
      </span>
      {children}
    </div>
  )
}

/** "Next: Monday, Nov 23 at 8:00 AM (New York)" */
function nextText({ nextDigestAt, timeZone }: MailingSettings): string {
  if (nextDigestAt === null) return ''
  const at = new Date(nextDigestAt)
  const day = dateFormat({ weekday: 'long', month: 'short', day: 'numeric', timeZone }).format(at)
  const time = dateFormat({ timeStyle: 'short', timeZone }).format(at)
  return `Next: ${day} at ${time} (${zoneText(timeZone)})`
}

const zones = (chosen: string): string[] =>
  [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
