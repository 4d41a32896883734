import { SearchFilter } from '#domain/news/search.ts'
import { BRIEFS } from '#domain/news/search-filters.ts'
import type { Clock } from '#domain/time.ts'
import { portfolioStories, type PortfolioStory } from '../../news/read/portfolio-stories.ts'
import type { Search } from '../../news/read/search/search.ts'
import type { Queries } from '../../platform/database/open.ts'

const VIEW_HITS = 50

type Needs = { clock: Clock; search: Pick<Search, 'findIn'> }

/** Selects a company, a saved view's search, or else the whole portfolio. */
type Chosen = { userId: string; companyId: number | null; viewQuery: string | null }

export type ReadChosenStories = ReturnType<typeof createChosenStories>

export function createChosenStories({ clock, search }: Needs) {
  /** Maps search hits to the same stories that are shown everywhere else. */
  async function storiesInView(queries: Queries, userId: string, query: string): Promise<PortfolioStory[]> {
    const filter = SearchFilter.parse(Object.fromEntries(new URLSearchParams(query)))
    if (filter.source === BRIEFS) return []
    const { hits } = await search.findIn(queries, userId, { ...filter, sort: 'newest', limit: VIEW_HITS })
    const found = new Set(hits.filter(({ type }) => type === 'story').map(({ companyId, id }) => `${companyId} ${id}`))
    const companyIds = [...new Set(hits.map(({ companyId }) => companyId))]
    const stories = await portfolioStories(queries, userId, { linkedAfter: new Date(0), now: clock(), companyIds })
    return stories.filter(({ companyId, roots }) => roots.some((root) => found.has(`${companyId} ${root}`)))
  }

  /** Runs inside the owner's transaction. */
  return async (
    queries: Queries,
    { userId, companyId, viewQuery }: Chosen,
    back: number,
  ): Promise<PortfolioStory[]> => {
    const now = clock()
    const linkedAfter = new Date(now.getTime() - back)
    if (viewQuery !== null) return storiesInView(queries, userId, viewQuery)
    if (companyId !== null) return portfolioStories(queries, userId, { linkedAfter, now, companyIds: [companyId] })
    return (await portfolioStories(queries, userId, { linkedAfter, now })).filter(({ isMuted }) => !isMuted)
  }
}
