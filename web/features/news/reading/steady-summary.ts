import type { NewsSummary, NewStory } from '#domain/news/new-stories.ts'
import { EVENT_WEIGHTS } from '#domain/taxonomy.ts'

/**
 * Stories read in the meantime stay until the next visit, so that none vanishes while the user is reading. Anything new
 * joins them, and a story that turned out to be part of another one leaves.
 */
export function steadySummary(shown: NewsSummary | undefined, latest: NewsSummary): NewsSummary {
  if (!shown || latest.companies < shown.companies) return latest
  const current = new Map(latest.stories.map((story) => [story.id, story]))
  const newRoots = new Set(latest.newRoots)
  const muted = new Set(latest.muted.map(({ companyId }) => companyId))
  const read = shown.stories.filter(
    ({ id, roots, companyId }) =>
      !current.has(id) && !roots.some((root) => newRoots.has(root)) && !muted.has(companyId),
  )
  if (read.length === 0) return latest
  const unread = new Set(latest.stories.map(({ companyId }) => companyId))
  const companies = new Set(read.flatMap(({ companyId }) => (unread.has(companyId) ? [] : companyId)))
  const known = new Set(shown.stories.map(({ id }) => id))
  return {
    ...latest,
    since: shown.since ?? latest.since,
    newStories: latest.newStories + read.length,
    newCompanies: latest.newCompanies + companies.size,
    stories: joined(
      shown.stories.flatMap((story) => current.get(story.id) ?? (read.includes(story) ? story : [])),
      latest.stories.filter(({ id }) => !known.has(id)),
    ),
  }
}

/** Puts each new story above the less important ones, and moves no other. */
function joined(shown: readonly NewStory[], added: readonly NewStory[]): NewStory[] {
  const rest = [...added]
  const above = shown.map((story) => {
    const next = rest.findIndex((other) => importance(other) <= importance(story))
    return [...rest.splice(0, next === -1 ? rest.length : next), story]
  })
  return [...above.flat(), ...rest]
}

const importance = ({ eventType }: NewStory) => EVENT_WEIGHTS[eventType]
