import type { Brief } from '#domain/news/briefs.ts'
import type { CompanyStory, Story } from '#domain/news/stories.ts'
import type { Database } from '../../platform/database/open.ts'
import { storiesOf } from './visible-articles.ts'
import { newAmong } from './new-stories.ts'
import { newsStore } from './news.ts'

export type CompanyStories = ReturnType<typeof createCompanyStories>

export const createCompanyStories = ({ database }: { database: Database }) => ({
  /** Everything known about a company, each event once, newest first. */
  list: (userId: string, companyId: number): Promise<CompanyStory[]> =>
    database.asUser(userId, async (queries) => {
      const stories = await storiesOf(queries, userId, companyId)
      const fresh = await newAmong(
        queries,
        userId,
        stories.map((story) => ({ ...story, companyId })),
      )
      const newIds = new Set(fresh.map(({ id }) => id))
      const briefs = await newsStore(queries).listOfCompany(userId, companyId)
      return stories.map((story) => ({
        ...story,
        isNew: newIds.has(story.id),
        sentences: sentencesOf(story, briefs),
      }))
    }),
})

/** Taken from the newest brief that reports the story, because later briefs know more. Headlines aren't sentences. */
export function sentencesOf(
  { articles }: Pick<Story, 'articles'>,
  briefs: readonly Brief[],
): CompanyStory['sentences'] {
  const idOf = new Map(articles.map(({ id, url }) => [url, id]))
  for (const { status, sections, sources } of briefs) {
    if (status === 'headlines') continue
    const own = sections.flatMap(({ sentences }) =>
      sentences.flatMap(({ text, citations }) => {
        const cited = citations.map((number) => idOf.get(sources[number - 1]?.url ?? ''))
        const articleId = cited.find((id) => id !== undefined)
        return articleId === undefined ? [] : [{ text, articleId }]
      }),
    )
    if (own.length > 0) return own
  }
  return []
}
