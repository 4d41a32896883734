import type { NewsSummary } from '#domain/news/new-stories.ts'

/**
 * Stories read in the meantime stay until the next visit, so that nothing moves while the user is reading. Anything new
 * does show up, and so does the fact that a story turned out to be part of another.
 */
export function steadySummary(shown: NewsSummary | undefined, latest: NewsSummary): NewsSummary {
  if (!shown) return latest
  const known = new Set(shown.stories.map(({ id }) => id))
  const current = new Map(latest.stories.map((story) => [story.id, story]))
  const newRoots = new Set(latest.newRoots)
  const hasOnlyRead =
    latest.newStories < shown.newStories &&
    latest.stories.every(({ id }) => known.has(id)) &&
    shown.stories.every(({ id, roots }) => current.has(id) || !roots.some((root) => newRoots.has(root)))
  if (!hasOnlyRead) return latest
  return { ...shown, stories: shown.stories.map((story) => current.get(story.id) ?? story) }
}
