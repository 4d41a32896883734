import { z } from 'zod'
import type { PastImport } from '../companies/endpoints.ts'
import type { ReceivedUpdate } from '../updates/update.ts'
import type { AlertedEvent } from './content.ts'
import { eventNotice } from './notice.ts'

export const NOTIFICATION_KINDS = ['alert', 'update', 'import', 'refresh', 'support'] as const

export const Notification = z.object({
  id: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  at: z.string(),
  title: z.string(),
  text: z.string(),
  /** Its story was read elsewhere. */
  isRead: z.boolean(),
  /** The company it's about, if any. */
  companyId: z.number().nullable(),
  storyId: z.number().nullable(),
  updateId: z.number().nullable(),
})
export type Notification = z.infer<typeof Notification>

export const NOTIFIED_DAYS = 30
const MOST = 50

type Found = {
  alerts: readonly { id: number; at: string; events: readonly (AlertedEvent & { isRead: boolean })[] }[]
  updates: readonly ReceivedUpdate[]
  imports: readonly PastImport[]
  refreshes: readonly { id: number; at: string; companies: number }[]
  visits: readonly { id: string; at: string; reason: string }[]
}

/** Newest first; the events of one alert keep the order of the email. */
export function notificationsOf({ alerts, updates, imports, refreshes, visits }: Found, since: Date): Notification[] {
  const all = [
    ...alerts.flatMap(({ id, at, events }) => events.map((event, place) => ofAlert(`alert-${id}-${place}`, at, event))),
    ...updates.flatMap(ofUpdate),
    ...imports.filter(({ undoneAt }) => undoneAt === null).map(ofImport),
    ...refreshes.map(({ id, at, companies }) => ({
      ...ABOUT_NOTHING,
      id: `refresh-${id}`,
      kind: 'refresh' as const,
      at,
      title: 'Refresh finished',
      text: `${counted(companies, 'company', 'companies')} checked.`,
    })),
    ...visits.map(({ id, at, reason }) => ({
      ...ABOUT_NOTHING,
      id: `support-${id}`,
      kind: 'support' as const,
      at,
      title: 'Our support opened your account',
      text: reason,
    })),
  ]
  return all
    .filter(({ at }) => Date.parse(at) >= since.getTime())
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, MOST)
}

const ABOUT_NOTHING = { isRead: false, companyId: null, storyId: null, updateId: null }

function ofAlert(id: string, at: string, event: AlertedEvent & { isRead: boolean }): Notification {
  const { title, body } = eventNotice(event)
  const storyId = event.about === 'quiet' ? null : event.id
  const { companyId, isRead } = event
  return { id, kind: 'alert', at, title, text: body, isRead, companyId, storyId, updateId: null }
}

/** Only what was filed, or what waits for the reader to file it. */
function ofUpdate(update: ReceivedUpdate): Notification[] {
  const { id, state, receivedAt, subject, senderName, senderAddress, company } = update
  const shared = { id: `update-${id}`, kind: 'update' as const, at: receivedAt, isRead: false, storyId: null }
  const sender = senderName || senderAddress
  if (state === 'filed' && company)
    return [
      {
        ...shared,
        title: `${company.name}: ${subject}`,
        text: `Update from ${sender}`,
        companyId: company.id,
        updateId: id,
      },
    ]
  if (state !== 'waiting') return []
  return [{ ...shared, title: subject, text: `From ${sender}. Choose its company.`, companyId: null, updateId: null }]
}

function ofImport({ id, createdAt, fileName, added, changed, positions }: PastImport): Notification {
  const parts = [
    ...(added > 0 ? [`${counted(added, 'company', 'companies')} added`] : []),
    ...(changed > 0 ? [`${counted(changed, 'company', 'companies')} changed`] : []),
    ...(positions > 0 ? [`${counted(positions, 'position', 'positions')} added`] : []),
  ]
  const text = `${fileName}: ${parts.join(', ') || 'nothing changed'}.`
  return { ...ABOUT_NOTHING, id: `import-${id}`, kind: 'import', at: createdAt, title: 'Import finished', text }
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
