import { McpServer, type CallToolResult } from '@modelcontextprotocol/server'
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

const MAX_STORIES = 50
const MAX_COMPANIES = 500

export type McpNeeds = {
  database: Database
  clock: Clock
  publicUrl: string
  companies: Pick<Companies, 'get' | 'names'>
  search: Pick<Search, 'find'>
}

const INSTRUCTIONS =
  'News about the private companies in one portfolio. Titles and texts are quoted from their sources.'

const OneCompany = z.object({ id: CompanyId.describe('From portfolio') })
const Query = z.object({ query: z.string().min(1).max(200) })
const Stories = z.object({
  company_id: CompanyId.optional().describe('Only of this company'),
  days: z.number().int().min(1).max(365).default(30).describe('How far back'),
})

const READS = { annotations: { readOnlyHint: true, openWorldHint: false } }

/** Each tool uses the same read models as the UI, acting as the key's owner. `onBug` gets errors that aren't refusals. */
export function portfolioServer(
  { id: userId, scopes }: KeyHolder,
  { database, clock, publicUrl, companies, search }: McpNeeds,
  onBug: (error: unknown) => void,
): McpServer {
  const server = new McpServer({ name: 'tidings', version: '1' }, { instructions: INSTRUCTIONS })

  const answering =
    <Input>(needed: Scope[], run: (input: Input) => Promise<unknown>) =>
    async (input: Input): Promise<CallToolResult> => {
      const lacking = needed.find((scope) => !scopes.includes(scope))
      try {
        if (lacking) throw new AppError('forbidden', `This API key lacks the scope ${lacking}.`)
        return { content: [{ type: 'text', text: JSON.stringify(await run(input)) }] }
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'unexpected') onBug(error)
        throw error
      }
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

  server.registerTool(
    'portfolio',
    { ...READS, description: 'Lists the companies in the portfolio.', inputSchema: z.object({}) },
    answering(['portfolio:read'], async () => (await companies.names(userId)).slice(0, MAX_COMPANIES)),
  )
  server.registerTool(
    'company',
    { ...READS, description: 'One company with its stories of the last 90 days.', inputSchema: OneCompany },
    answering(['portfolio:read', 'news:read'], async ({ id }) => {
      const { name, website, category, stage } = await companies.get(userId, id)
      return { id, name, website, category, stage, stories: await stories(90, id) }
    }),
  )
  server.registerTool(
    'stories',
    { ...READS, description: 'The newest stories, each event once, with its sources.', inputSchema: Stories },
    answering(['news:read'], async ({ days, company_id: companyId }) => {
      if (companyId !== undefined) await companies.get(userId, companyId)
      return stories(days, companyId)
    }),
  )
  server.registerTool(
    'search',
    { ...READS, description: 'Searches the stories, briefs and founder updates of the portfolio.', inputSchema: Query },
    answering(['search:read'], async ({ query }) => {
      const { hits } = await search.find(userId, SearchQuery.parse({ q: query }))
      return hits.map(({ companyId, companyName, title, snippet, publishedAt, url }) => ({
        company_id: companyId,
        company: companyName,
        title: title.map(({ text }) => text).join(''),
        text: snippet.map(({ text }) => text).join(''),
        published_at: publishedAt,
        url,
      }))
    }),
  )
  return server
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
