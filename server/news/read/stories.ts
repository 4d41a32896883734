import { evidencePhrases, type Evidence } from '#domain/news/evidence.ts'
import type { EventType, Section } from '#domain/taxonomy.ts'
import { isDenied, mergeFacts, type Fact, type Statement } from '#domain/news/facts.ts'
import type { Story, StoryArticle } from '#domain/news/stories.ts'

export type StoryRow = {
  id: string
  url: string
  title: string
  publisher: string | null
  published_at: string
  precision: StoryArticle['precision']
  kind: string
  source: string
  evidence: Evidence[]
  /** Null for the first article of its story. */
  story_id: string | null
  is_primary: boolean
  section: Section | null
  /** Null until read. */
  event_type: EventType | null
  weight: number
  direction: Story['direction']
  extracted_facts: Fact[] | null
  denied: EventType[]
}

/** Newest first. Title and event type come from the most material article, facts from all. */
export function groupStories(rows: StoryRow[]): Story[] {
  const groups = Map.groupBy(rows, ({ id, story_id: storyId }) => Number(storyId ?? id))
  return [...groups]
    .map(([id, members]) => storyOf(id, members))
    .toSorted((a, b) => (a.publishedAt === b.publishedAt ? b.id - a.id : a.publishedAt < b.publishedAt ? 1 : -1))
}

function storyOf(id: number, members: StoryRow[]): Story {
  const articles = members.map(toArticle).toSorted((a, b) => firstThenNewest(a, b, id))
  const statements = members.map(toStatement)
  const happened = members.filter((row, at) => {
    const statement = statements[at]
    return row.event_type !== null && statement !== undefined && !isDenied(row.event_type, statement, statements)
  })
  const weightiest = (happened.length > 0 ? happened : members).reduce((a, b) => (b.weight > a.weight ? b : a))
  const titled = members.find((row) => Number(row.id) === articles[0]?.id) ?? weightiest
  return {
    id,
    title: titled.title,
    publishedAt: articles.reduce((last, { publishedAt }) => (publishedAt > last ? publishedAt : last), ''),
    section: weightiest.section ?? members.find(({ section }) => section !== null)?.section ?? null,
    eventType: happened.length > 0 ? (weightiest.event_type ?? 'mention') : 'mention',
    weight: weightiest.weight,
    direction: weightiest.direction,
    extractedFacts: mergeFacts(statements),
    isPrimary: members.some((row) => row.is_primary),
    evidence: [...new Set(members.flatMap(({ evidence }) => evidencePhrases(evidence)))],
    articles,
  }
}

const toArticle = (row: StoryRow): StoryArticle => ({
  id: Number(row.id),
  title: row.title,
  url: row.url,
  publisher: row.publisher,
  publishedAt: new Date(row.published_at).toISOString(),
  precision: row.precision,
  kind: row.kind,
  source: row.source,
})

const toStatement = (row: StoryRow): Statement => ({
  articleId: Number(row.id),
  publishedAt: new Date(row.published_at).toISOString(),
  facts: row.extracted_facts,
  denied: row.denied,
})

const firstThenNewest = (a: StoryArticle, b: StoryArticle, first: number) =>
  Number(b.id === first) - Number(a.id === first) || (a.publishedAt < b.publishedAt ? 1 : -1) || b.id - a.id
