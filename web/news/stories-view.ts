import { SECTIONS, type Section } from '#domain/taxonomy.ts'
import type { Story } from '#domain/news/stories.ts'

export type StoriesView = { section: 'all' | Section; order: 'newest' | 'important' }

const shortName = (section: Section) => section.toLowerCase().replaceAll(/[^a-z]+/g, '-')

/** What the query string asks for; anything it cannot mean falls back to the default. */
export const readStoriesView = (search: Record<string, unknown>): StoriesView => ({
  section: SECTIONS.find((section) => shortName(section) === search.section) ?? 'all',
  order: search.order === 'important' ? 'important' : 'newest',
})

/** The query string of a view, without what is the default anyway. */
export const writeStoriesView = ({ section, order }: StoriesView) => ({
  section: section === 'all' ? undefined : shortName(section),
  order: order === 'newest' ? undefined : order,
})

/** The stories of a section in the order asked for; those that matter the same stand by time. */
export function orderStories(stories: Story[], { section, order }: StoriesView): Story[] {
  const chosen = stories.filter((story) => section === 'all' || story.section === section)
  return order === 'newest' ? chosen : chosen.toSorted((a, b) => b.weight - a.weight || byTime(a, b))
}

const byTime = (a: Story, b: Story) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt) || b.id - a.id

/** Which sections have stories, in their own order, with how many. */
export const sectionCounts = (stories: Story[]): [section: Section, count: number][] =>
  SECTIONS.map((section): [Section, number] => [
    section,
    stories.filter((story) => story.section === section).length,
  ]).filter(([, count]) => count > 0)
