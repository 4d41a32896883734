import { z } from 'zod'
import { CompanyId } from '#domain/companies/company.ts'
import type { Scope } from '#domain/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import { SearchQuery } from '#domain/news/search.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import type { Companies } from '../../companies/companies.ts'
import { portfolioStories } from '../../news/read/portfolio-stories.ts'
import type { Search } from '../../news/read/search/search.ts'
import type { Database } from '../../platform/database/open.ts'
import type { KeyHolder } from '../../platform/http/session.ts'
import { outgoingStories, type OutgoingStory } from '../feeds/stories.ts'
import { tool, type Tool } from './protocol.ts'

const MAX_STORIES = 50
const MAX_COMPANIES = 500

type Needs = {
  database: Database
  clock: Clock
  publicUrl: string
  companies: Pick<Companies, 'get' | 'names'>
  search: Pick<Search, 'find'>
}

const Stories = z.object({
  company_id: CompanyId.optional().describe('Only of this company'),
  days: z.number().int().min(1).max(365).default(30).describe('How far back'),
})

/** Each tool uses the same read models as the UI, acting as the key's owner. */
export function toolsFor(
  { id: userId, scopes }: KeyHolder,
  { database, clock, publicUrl, companies, search }: Needs,
): Tool[] {
  const needs = (scope: Scope) => {
    if (!scopes.includes(scope)) throw new AppError('forbidden', `This API key lacks the scope ${scope}.`)
  }

  async function stories(days: number, companyId?: number): Promise<object[]> {
    const now = clock()
    const linkedAfter = new Date(now.getTime() - days * DAY_MS)
    const found = await database.asUser(userId, async (queries) => {
      const options = { linkedAfter, now, ...(companyId !== undefined && { companyIds: [companyId] }) }
      return outgoingStories(queries, await portfolioStories(queries, userId, options), publicUrl)
    })
    return found
      .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
      .slice(0, MAX_STORIES)
      .map(shown)
  }

  return [
    tool({
      name: 'portfolio',
      description: 'Lists the companies in the portfolio.',
      input: z.object({}),
      run: async () => {
        needs('portfolio:read')
        return (await companies.names(userId)).slice(0, MAX_COMPANIES)
      },
    }),
    tool({
      name: 'company',
      description: 'One company with its stories of the last 90 days.',
      input: z.object({ id: CompanyId.describe('From portfolio') }),
      run: async ({ id }) => {
        needs('portfolio:read')
        needs('news:read')
        const { name, website, category, stage } = await companies.get(userId, id)
        return { id, name, website, category, stage, stories: await stories(90, id) }
      },
    }),
    tool({
      name: 'stories',
      description: 'The newest stories, each event once, with its sources.',
      input: Stories,
      run: async ({ days, company_id: companyId }) => {
        needs('news:read')
        if (companyId !== undefined) await companies.get(userId, companyId)
        return stories(days, companyId)
      },
    }),
    tool({
      name: 'search',
      description: 'Searches the stories, briefs and founder updates of the portfolio.',
      input: z.object({ query: z.string().min(1).max(200) }),
      run: async ({ query }) => {
        needs('search:read')
        const { hits } = await search.find(userId, SearchQuery.parse({ q: query }))
        return hits.map(({ companyId, companyName, title, snippet, publishedAt, url }) => ({
          company_id: companyId,
          company: companyName,
          title: title.map(({ text }) => text).join(''),
          text: snippet.map(({ text }) => text).join(''),
          published_at: publishedAt,
          url,
        }))
      },
    }),
  ]
}

const shown = (story: OutgoingStory) => ({
  id: story.key,
  company_id: story.companyId,
  company: story.companyName,
  title: story.title,
  kind: story.label,
  denied: story.deniedAt !== null,
  facts: story.facts,
  published_at: story.publishedAt.toISOString(),
  sources: story.sources,
})
