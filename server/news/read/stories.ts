import { evidencePhrases, type Evidence } from '#domain/news/evidence.ts'
import type { EventType, Section } from '#domain/taxonomy.ts'
import { isDenied, mergeFacts, type Fact, type Statement } from '#domain/news/facts.ts'
import { isSameEvent } from '#domain/news/same-event.ts'
import type { Story, StoryArticle } from '#domain/news/stories.ts'

export type StoryRow = {
  id: string
  url: string
  title: string
  publisher: string | null
  published_at: string
  linked_at: string
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

/**
 * Of one company, newest first. Clusters that report the same event are one story. Title and event type come from the
 * most material article, facts from all.
 */
export function groupStories(rows: StoryRow[]): Story[] {
  const clusters = [...Map.groupBy(rows, ({ id, story_id: storyId }) => Number(storyId ?? id)).values()]
  return joinSameEvents(clusters.map((members) => ({ members, story: storyOf(members) })))
    .map(({ story }) => story)
    .toSorted((a, b) => (a.publishedAt === b.publishedAt ? b.id - a.id : a.publishedAt < b.publishedAt ? 1 : -1))
}

type Grouped = { members: StoryRow[]; story: Story }

function joinSameEvents(clusters: Grouped[]): Grouped[] {
  const joined: Grouped[] = []
  for (const cluster of clusters.toSorted((a, b) => a.story.id - b.story.id)) {
    const same = joined.find(({ story }) => isSameEvent(story, cluster.story))
    if (!same) joined.push(cluster)
    else {
      same.members = [...same.members, ...cluster.members]
      same.story = storyOf(same.members)
    }
  }
  return joined
}

function storyOf(members: StoryRow[]): Story {
  const roots = [...new Set(members.map(rootOf))].toSorted((a, b) => a - b)
  const [id = 0] = roots
  const articles = members.map(toArticle).toSorted((a, b) => firstThenNewest(a, b, id))
  const statements = members.map(toStatement)
  const happened = members.filter((row, at) => {
    const statement = statements[at]
    return row.event_type !== null && statement !== undefined && !isDenied(row.event_type, statement, statements)
  })
  const weightiest = (happened.length > 0 ? happened : members).reduce((a, b) => (b.weight > a.weight ? b : a))
  return {
    id,
    roots,
    linkedAt: instant(members.reduce((a, b) => (b.linked_at < a.linked_at ? b : a)).linked_at),
    title: titled(articles, { members, happened, weightiest }).title,
    publishedAt: articles.reduce((last, { publishedAt }) => (publishedAt > last ? publishedAt : last), ''),
    section: weightiest.section ?? members.find(({ section }) => section !== null)?.section ?? null,
    eventType: happened.length > 0 ? (weightiest.event_type ?? 'mention') : 'mention',
    weight: weightiest.weight,
    direction: weightiest.direction,
    extractedFacts: mergeFacts(statements),
    denied: [...new Set(members.flatMap(({ denied }) => denied))],
    isPrimary: members.some((row) => row.is_primary),
    evidence: [...new Set(members.flatMap(({ evidence }) => evidencePhrases(evidence)))],
    articles,
  }
}

const rootOf = ({ id, story_id: storyId }: StoryRow) => Number(storyId ?? id)

type Told = { members: StoryRow[]; happened: StoryRow[]; weightiest: StoryRow }

/** The first article that reports the event; after a denial, the newest that does not report what was denied. */
function titled(articles: StoryArticle[], { members, happened, weightiest }: Told): StoryArticle {
  const [first] = articles
  if (!first) throw new Error('a story without articles')
  const rowOf = new Map(members.map((row) => [Number(row.id), row]))
  const oldestFirst = articles.toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))
  const isReport = ({ id }: StoryArticle) => {
    const row = rowOf.get(id)
    return row !== undefined && happened.includes(row) && row.event_type === weightiest.event_type
  }
  const isDenying = ({ id }: StoryArticle) => (rowOf.get(id)?.denied.length ?? 0) > 0
  if (weightiest.event_type === 'mention') return oldestFirst.findLast(isDenying) ?? first
  return oldestFirst.find(isReport) ?? first
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
})

const toStatement = (row: StoryRow): Statement => ({
  articleId: Number(row.id),
  publishedAt: new Date(row.published_at).toISOString(),
  facts: row.extracted_facts,
  denied: row.denied,
})

const firstThenNewest = (a: StoryArticle, b: StoryArticle, first: number) =>
  Number(b.id === first) - Number(a.id === first) || (a.publishedAt < b.publishedAt ? 1 : -1) || b.id - a.id
