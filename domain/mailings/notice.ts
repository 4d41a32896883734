import type { AlertedEvent } from './content.ts'
import { alertTitle } from './envelope.ts'
import { headline, stakeParts } from './event-text.ts'

/** What a device shows. It's sent encrypted through a push service and is small enough for all of them. */
export type PushNotice = {
  title: string
  body: string
  /** The page that it opens. */
  path: string
}

const MAX_TITLE = 80
const MAX_BODY = 240
const MAX_LINES = 3

/** Null if there are no events. */
export function pushNotice(events: readonly AlertedEvent[]): PushNotice | null {
  const [first] = events
  if (!first) return null
  const isOneCompany = events.every(({ companyId }) => companyId === first.companyId)
  const path = isOneCompany ? `/companies/${first.companyId}` : '/dashboard'
  if (events.length === 1) return { ...eventNotice(first), path }
  const title = shown(alertTitle(events), MAX_TITLE)
  const lines = events.slice(0, MAX_LINES).map((event) => shown(headline(event), MAX_BODY / MAX_LINES))
  return { title, body: lines.join('\n'), path }
}

/** "Fernway Mobility to shut down", "You hold $20,000" */
export const eventNotice = (event: AlertedEvent): Pick<PushNotice, 'title' | 'body'> => ({
  title: shown(alertTitle([event]), MAX_TITLE),
  body: shown(heldText(event) ?? event.kind, MAX_BODY),
})

/** "You hold $20,000" */
function heldText(event: AlertedEvent): string | null {
  const stake = stakeParts(event)
  return stake && `You hold ${stake.amount}`
}

/** A single line without control characters or changes of text direction. */
function shown(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
  if (line.length <= max) return line
  return `${line
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`
}
