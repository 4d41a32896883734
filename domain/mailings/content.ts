import { namedLine } from '../news/event-line.ts'
import type { EventType } from '../taxonomy.ts'
import type { PushNotice } from './notice.ts'
import type { EmailStory } from './settings.ts'

export type AlertContent = {
  kind: 'alert'
  stories: EmailStory[]
  /** For devices. Null if none of it may go through a push service. */
  notice?: PushNotice | null
}

export type DigestContent = {
  kind: 'digest'
  since: string
  /** Most important first. */
  stories: EmailStory[]
  /** Counted, but not shown. */
  moreStories: number
  /** Companies that went quiet, for readers who asked to know. */
  goneQuiet: EmailStory[]
  companies: { all: number; checked: number; withNews: number }
  /** Sources that do not respond, by company. */
  failing: { companyName: string; sources: number }[]
  alertsSent: number
}

export type MailingContent = DigestContent | AlertContent

const FIRST: readonly EventType[] = ['raise', 'acquisition', 'ipo', 'closure', 'departure', 'arrival']

type Ranked = { id: number; companyId: number; eventType: EventType; weight: number; publishedAt: string }

/** Raises, exits, shutdowns, and leadership changes first, then what matters most to a shareholder. */
export function byImportance(a: Ranked, b: Ranked): number {
  return (
    Number(FIRST.includes(b.eventType)) - Number(FIRST.includes(a.eventType)) ||
    b.weight - a.weight ||
    (a.publishedAt === b.publishedAt ? 0 : a.publishedAt < b.publishedAt ? 1 : -1) ||
    a.companyId - b.companyId ||
    a.id - b.id
  )
}

export const storyCount = ({ stories, moreStories }: DigestContent) => stories.length + moreStories

/** "4 stories at 3 of your 12 companies" */
export function digestTitle(content: DigestContent): string {
  const { all, withNews } = content.companies
  const count = storyCount(content)
  if (count === 0) return all === 1 ? 'Nothing new at your company' : `Nothing new at your ${all} companies`
  return `${counted(count, 'story', 'stories')} at ${all === 1 ? 'your company' : `${withNews} of your ${all} companies`}`
}

/** "Since Monday, Nov 9. 9 companies were quiet. 1 source of Paperlark is not responding." */
export function digestSummary(content: DigestContent, timeZone: string): string {
  const { all, checked, withNews } = content.companies
  const quiet = Math.max(0, checked - withNews)
  const since = `Since ${dayText(content.since, timeZone)}`
  const unchecked = all - checked
  const notYet = unchecked > 0 ? [`${counted(unchecked, 'company has', 'companies have')} no checked source yet`] : []
  const parts =
    storyCount(content) === 0
      ? [`${since}: ${counted(checked, 'company', 'companies')} checked, ${quiet} quiet`]
      : [since, ...(quiet > 0 ? [`${counted(quiet, 'company was', 'companies were')} quiet`] : [])]
  return `${[...parts, ...failingText(content.failing), ...notYet].join('. ')}.`
}

function failingText(failing: DigestContent['failing']): string[] {
  const [first] = failing
  if (!first) return []
  const sources = failing.reduce((sum, each) => sum + each.sources, 0)
  const whose = failing.length === 1 ? first.companyName : `${failing.length} companies`
  return [`${counted(sources, 'source', 'sources')} of ${whose} ${sources === 1 ? 'is' : 'are'} not responding`]
}

export const alertsSentText = (count: number) =>
  `${count} more ${count === 1 ? 'was sent as an alert' : 'were sent as alerts'}.`

export function alertTitle({ stories }: AlertContent): string {
  const [first] = stories
  if (first && stories.length === 1) return namedLine(first.text, first.companyName)
  const names = [...new Set(stories.map(({ companyName }) => companyName))]
  const rest = names.length > 2 ? ` and ${names.length - 2} more` : ''
  return `${stories.length} alerts: ${names.slice(0, 2).join(', ')}${rest}`
}

/** "Monday, Nov 9" */
export const dayText = (at: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone }).format(new Date(at))

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
