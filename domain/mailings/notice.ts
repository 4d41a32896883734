import { namedLine } from '../news/event-line.ts'
import type { EmailStory } from './settings.ts'

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

/** Null if there are no stories. */
export function pushNotice(stories: readonly EmailStory[]): PushNotice | null {
  const [first] = stories
  if (!first) return null
  const isOneCompany = stories.every(({ companyId }) => companyId === first.companyId)
  const path = isOneCompany ? `/companies/${first.companyId}` : '/dashboard'
  if (stories.length === 1)
    return { title: shown(first.companyName, MAX_TITLE), body: shown(`${first.label}: ${first.text}`, MAX_BODY), path }
  const title = isOneCompany ? `${stories.length} alerts: ${first.companyName}` : `${stories.length} alerts`
  const lines = stories
    .slice(0, MAX_LINES)
    .map(({ companyName, text }) => shown(isOneCompany ? text : namedLine(text, companyName), MAX_BODY / MAX_LINES))
  return { title: shown(title, MAX_TITLE), body: lines.join('\n'), path }
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
