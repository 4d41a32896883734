import { HOUR_MS } from '../time.ts'
import WIRE from './sample-wire.json' with { type: 'json' }

export type WireItem = { url: string; title: string; text: string; publisher: string; publishedAt: Date }

/** Deterministic. Each start time has its own URLs because an article keeps the date it was first found with. */
export const sampleWire = (began: Date, refreshed: Date | null): WireItem[] =>
  STORIES.flatMap(({ hoursAgo, outlet, title, text }) => {
    const publishedAt = hoursAgo === null ? refreshed : new Date(began.getTime() - hoursAgo * HOUR_MS)
    const url = `https://${OUTLETS[outlet]}.example/${editionOf(began)}/${slug(title)}`
    return publishedAt ? [{ url, title, text, publisher: outlet, publishedAt }] : []
  }).sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime())

export function sampleArticle(outlet: string, titleSlug: string): Omit<WireItem, 'url' | 'publishedAt'> | null {
  const story = STORIES.find((each) => OUTLETS[each.outlet] === outlet && slug(each.title) === titleSlug)
  return story ? { publisher: story.outlet, title: story.title, text: story.text } : null
}

const editionOf = (began: Date) => began.toISOString().replaceAll(/\D/g, '')

const slug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const OUTLETS = {
  'Venture Ledger': 'venture-ledger',
  'Founders Gazette': 'founders-gazette',
  'Harbor Business Daily': 'harbor-business-daily',
  'The Quarterly Spark': 'quarterly-spark',
  'Release Desk': 'release-desk',
  'Valley & Coast': 'valley-and-coast',
} as const

type Outlet = keyof typeof OUTLETS

/** `hoursAgo` is null for what the first refresh brings, and negative for what is published later. */
const STORIES = WIRE.flatMap(({ stories }) => stories.map((story) => ({ ...story, outlet: story.outlet as Outlet })))
