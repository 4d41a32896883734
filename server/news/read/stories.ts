import { reasonsFor, type Evidence } from '#domain/news/evidence.ts'
import type { EventType, Section } from '#domain/taxonomy.ts'
import type { Certainty, Fact } from '#domain/news/facts.ts'
import { eventOf } from '#domain/news/same-event.ts'
import type { Story, StoryArticle } from '#domain/news/stories.ts'

export type StoryRow = {
  id: string
  url: string
  title: string
  publisher: string | null
  published_at: string
  linked_at: string
  precision: StoryArticle['precision']
  language: string | null
  kind: string
  source: string
  evidence: Evidence[]
  /** Null for the first article of its story. */
  story_id: string | null
  /** The first article of its cluster; several clusters may report the same event. */
  cluster: string
  is_primary: boolean
  section: Section | null
  /** Null until classified. */
  event_type: EventType | null
  certainty: Certainty
  statements: string[]
  weight: number
  direction: Story['direction']
  extracted_facts: Fact[] | null
  denied: EventType[]
}

/** Groups the articles of one company into stories, newest first. */
export const groupStories = (rows: StoryRow[]): Story[] =>
  [...Map.groupBy(rows, rootOf)]
    .map(([id, members]) => storyOf(id, members))
    .toSorted((a, b) => (a.publishedAt === b.publishedAt ? b.id - a.id : a.publishedAt < b.publishedAt ? 1 : -1))

const rootOf = ({ id, story_id: storyId }: StoryRow) => Number(storyId ?? id)

function storyOf(id: number, rows: StoryRow[]): Story {
  const articles = rows.map(toArticle).toSorted((a, b) => firstThenNewest(a, b, id))
  const { title, eventType, certainty, extractedFacts, denied, weightiest } = eventOf(rows.map(toEventArticle), id)
  return {
    id,
    roots: [...new Set([id, ...rows.map(({ cluster }) => Number(cluster))])].toSorted((a, b) => a - b),
    linkedAt: instant(rows.reduce((a, b) => (b.linked_at < a.linked_at ? b : a)).linked_at),
    title,
    publishedAt: articles.reduce((last, { publishedAt }) => (publishedAt > last ? publishedAt : last), ''),
    section: weightiest.section ?? rows.find(({ section }) => section !== null)?.section ?? null,
    eventType,
    certainty,
    weight: weightiest.weight,
    direction: weightiest.direction,
    extractedFacts,
    denied,
    isPrimary: rows.some((row) => row.is_primary),
    evidence: [...new Set(rows.flatMap(({ evidence }) => reasonsFor(evidence)))],
    articles,
  }
}

const instant = (at: string) => (at === '-infinity' ? new Date(0) : new Date(at)).toISOString()

const toArticle = (row: StoryRow): StoryArticle => ({
  id: Number(row.id),
  title: row.title,
  url: row.url,
  publisher: row.publisher,
  publishedAt: new Date(row.published_at).toISOString(),
  precision: row.precision,
  kind: row.kind,
  source: row.source,
  statements: row.statements,
  language: row.language,
})

const toEventArticle = (row: StoryRow) => ({
  ...toArticle(row),
  eventType: row.event_type,
  certainty: row.certainty,
  weight: row.weight,
  extractedFacts: row.extracted_facts,
  denied: row.denied,
  section: row.section,
  direction: row.direction,
})

const firstThenNewest = (a: StoryArticle, b: StoryArticle, first: number) =>
  Number(b.id === first) - Number(a.id === first) || (a.publishedAt < b.publishedAt ? 1 : -1) || b.id - a.id
