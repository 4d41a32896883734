import type { Happening } from '#domain/happenings.ts'
import { mergedFacts, type Statement } from '#domain/merged-facts.ts'
import type { Section } from '#domain/sections.ts'
import type { Story, StoryArticle } from '#domain/stories.ts'
import type { Facts } from '#domain/story-facts.ts'

/** An article as one company sees it, as the database gives it. */
export type ToldRow = {
  id: string
  url: string
  title: string
  publisher: string | null
  published_at: string
  precision: StoryArticle['precision']
  kind: string
  source: string
  evidence: string[]
  /** None where it is the first that told its story. */
  story_id: string | null
  is_primary: boolean
  section: Section | null
  /** None until curation has looked at it. */
  happening: Happening | null
  weight: number
  direction: Story['direction']
  stated: Facts | null
}

/** The stories that articles tell, the one told last first. What a story is comes from its weightiest telling, what it states from all. */
export function groupStories(rows: ToldRow[]): Story[] {
  const groups = Map.groupBy(rows, ({ id, story_id: storyId }) => Number(storyId ?? id))
  return [...groups]
    .map(([id, told]) => storyOf(id, told))
    .toSorted((a, b) =>
      a.publishedAt === b.publishedAt ? b.id - a.id : a.publishedAt < b.publishedAt ? 1 : -1,
    )
}

function storyOf(id: number, told: ToldRow[]): Story {
  const articles = told.map(toArticle).toSorted((a, b) => firstThenNewest(a, b, id))
  const weightiest = told.reduce((a, b) => (b.weight > a.weight ? b : a))
  const titled = told.find((row) => Number(row.id) === articles[0]?.id) ?? weightiest
  return {
    id,
    title: titled.title,
    publishedAt: articles.reduce((last, { publishedAt }) => (publishedAt > last ? publishedAt : last), ''),
    section: weightiest.section ?? told.find(({ section }) => section !== null)?.section ?? null,
    happening: weightiest.happening ?? 'mention',
    weight: weightiest.weight,
    direction: weightiest.direction,
    stated: mergedFacts(told.map(toStatement)),
    isPrimary: told.some((row) => row.is_primary),
    evidence: [...new Set(told.flatMap(({ evidence }) => evidence))],
    articles,
  }
}

const toArticle = (row: ToldRow): StoryArticle => ({
  id: Number(row.id),
  title: row.title,
  url: row.url,
  publisher: row.publisher,
  publishedAt: new Date(row.published_at).toISOString(),
  precision: row.precision,
  kind: row.kind,
  source: row.source,
})

const toStatement = (row: ToldRow): Statement => ({
  articleId: Number(row.id),
  publishedAt: new Date(row.published_at).toISOString(),
  facts: row.stated,
})

const firstThenNewest = (a: StoryArticle, b: StoryArticle, first: number) =>
  Number(b.id === first) - Number(a.id === first) || (a.publishedAt < b.publishedAt ? 1 : -1) || b.id - a.id
