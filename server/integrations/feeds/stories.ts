import { sql } from 'drizzle-orm'
import { eventLine } from '#domain/news/event-line.ts'
import { factTexts } from '#domain/news/fact-text.ts'
import { eventLabel, FOUNDER_UPDATE } from '#domain/taxonomy.ts'
import type { PortfolioStory } from '../../news/read/portfolio-stories.ts'
import type { Queries } from '../../platform/database/open.ts'

export type Source = { name: string; title: string; url: string }

/** A story as it leaves the product, in feeds, calendars, webhooks, and responses to agents. */
export type OutgoingStory = {
  /** Stable for as long as the story exists, whatever articles join it. */
  key: string
  companyId: number
  companyName: string
  title: string
  label: string
  isEvent: boolean
  /** When the first article that denies it appeared; null if none does. */
  deniedAt: Date | null
  facts: string[]
  url: string
  /** The company's page in Tidings. */
  companyUrl: string
  sources: Source[]
  publishedAt: Date
  firstSeenAt: Date
  /** When its latest article appeared. */
  updatedAt: Date
}

/** Founder updates are private to one investor and leave the product only on request. */
export const isFromPress = ({ articles }: Pick<PortfolioStory, 'articles'>): boolean =>
  articles.every(({ kind }) => kind !== FOUNDER_UPDATE)

type Linked = { company_id: number; id: string; linked_at: string; is_denial: boolean }
type Appearance = { at: number; isDenial: boolean }

/**
 * A story's key comes from the root that appeared first. A cluster that joins later may have a lower id, but it must
 * not change a key that readers have already seen.
 */
export async function outgoingStories(
  queries: Queries,
  stories: PortfolioStory[],
  publicUrl: string,
): Promise<OutgoingStory[]> {
  const shared = stories.filter(isFromPress)
  if (shared.length === 0) return []
  const companyIds = [...new Set(shared.map(({ companyId }) => companyId))]
  const ids = shared.flatMap(({ roots, articles }) => [...roots, ...articles.map(({ id }) => id)])
  const { rows } = await queries.execute<Linked>(sql`
    select seen.company_id, seen.id, seen.linked_at, seen.denied <> '[]' as is_denial from visible_articles seen
    where seen.company_id = any(${sql.param(companyIds)}::int[]) and seen.id = any(${sql.param([...new Set(ids)])}::bigint[])`)
  const appearances = new Map(
    rows.map((row): [string, Appearance] => [
      `${row.company_id} ${row.id}`,
      { at: Date.parse(row.linked_at), isDenial: row.is_denial },
    ]),
  )
  return shared.map((story) => outgoing(story, (id) => appearances.get(`${story.companyId} ${id}`), publicUrl))
}

function outgoing(
  story: PortfolioStory,
  appearanceOf: (id: number) => Appearance | undefined,
  publicUrl: string,
): OutgoingStory {
  const { companyId, companyName, roots, articles, publishedAt, linkedAt: first } = story
  const linkedAt = (id: number) => appearanceOf(id)?.at
  const firstSeen = (id: number) => linkedAt(id) || Number.POSITIVE_INFINITY
  const [root = story.id] = roots.toSorted((a, b) => firstSeen(a) - firstSeen(b) || a - b)
  const appearedAt = ({ id }: { id: number }) => linkedAt(id) || Date.parse(first)
  const denials = articles.filter(({ id }) => appearanceOf(id)?.isDenial)
  const { text, isNamed } = eventLine(story, companyName)
  const sources = articles.flatMap(({ publisher, title, url }) =>
    /^https?:\/\//i.test(url) && URL.canParse(url)
      ? [{ name: publisher ?? new URL(url).host, title, url: new URL(url).href }]
      : [],
  )
  const companyUrl = `${publicUrl}/companies/${companyId}`
  return {
    key: `${companyId}-${root}`,
    companyId,
    companyName,
    title: isNamed ? text : `${companyName}: ${text}`,
    label: eventLabel(story),
    isEvent: story.eventType !== 'mention' || story.denied.length > 0,
    deniedAt: denials.length > 0 ? new Date(Math.min(...denials.map(appearedAt))) : null,
    facts: factTexts(story.extractedFacts ?? [], companyName),
    url: sources[0]?.url ?? companyUrl,
    companyUrl,
    sources,
    publishedAt: new Date(publishedAt),
    firstSeenAt: new Date(first),
    updatedAt: new Date(Math.max(Date.parse(publishedAt), ...articles.map(appearedAt))),
  }
}

/** One paragraph of plain text. */
export const storySummary = (story: OutgoingStory): string =>
  summaryLines(story)
    .map((line) => `${line}.`)
    .join(' ')

/** What happened, the stated facts, and who reported it. */
export const summaryLines = (story: OutgoingStory): string[] => [...statedLines(story), ...sourceLines(story)]

export const statedLines = ({ label, deniedAt, facts }: OutgoingStory): string[] => [
  label,
  ...(deniedAt ? ['Later reports deny what was reported first'] : []),
  ...facts,
]

const sourceLines = ({ sources }: OutgoingStory): string[] =>
  sources.length > 0 ? [`Sources: ${[...new Set(sources.map(({ name }) => name))].join(', ')}`] : []
