import { COMPANY_NOT_FOUND } from '#domain/companies/company.ts'
import { AppError } from '#domain/errors.ts'
import { NOT_ABOUT_COMPANY, POSSIBLE_ARTICLE_NOT_FOUND, type PossibleArticle } from '#domain/news/possible-articles.ts'
import type { Clock } from '#domain/time.ts'
import type { Companies } from '../../companies/companies.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { saveArticles } from '../articles/article-store.ts'
import { pressItems } from '../articles/press-items.ts'
import { notifyNews, type Briefs } from '../briefs/write-briefs.ts'
import { overrideStore } from '../overrides/override-store.ts'
import { NEWS_MAX_AGE_MS } from '../read/portfolio-stories.ts'
import { possibleArticleStore } from './store.ts'

type Needs = {
  database: Database
  clock: Clock
  companies: Pick<Companies, 'get'>
  briefs: Pick<Briefs, 'rewriteOverrides'>
}

export type PossibleArticles = ReturnType<typeof createPossibleArticles>

/** "Is this your company?" The answer applies to the user's own company only. */
export function createPossibleArticles({ database, clock, companies, briefs }: Needs) {
  const unanswered = (queries: Queries, userId: string, companyId: number) =>
    possibleArticleStore(queries).unanswered(userId, companyId, new Date(clock().getTime() - NEWS_MAX_AGE_MS))

  async function list(userId: string, companyId: number): Promise<PossibleArticle[]> {
    await companies.get(userId, companyId)
    return database.asSystem((queries) => unanswered(queries, userId, companyId))
  }

  return {
    list,

    async answer(userId: string, companyId: number, { id, isAbout }: { id: number; isAbout: boolean }) {
      await companies.get(userId, companyId)
      const now = clock()
      await database.asSystem(async (queries) => {
        const store = overrideStore(queries)
        if (!(await store.lock(userId, companyId))) throw new AppError('not-found', COMPANY_NOT_FOUND)
        const asked = await unanswered(queries, userId, companyId)
        if (!asked.some((one) => one.id === id)) throw new AppError('not-found', POSSIBLE_ARTICLE_NOT_FOUND)
        if (!isAbout) return store.reject(userId, companyId, { kind: NOT_ABOUT_COMPANY, value: String(id) }, now)
        const items = await pressItems(queries).read([String(id)])
        const found = items.map(({ article, source }) => {
          const via = { viaKind: 'confirmed' as const, via: null }
          const link = { companyId, key: article.key, isOwnArticle: false, source, isPrimary: true, ...via }
          return { article, links: [], overrideLinks: [{ ...link, evidence: [{ kind: 'confirmed' as const }] }] }
        })
        const { companyIds } = await saveArticles(queries, found, now)
        await briefs.rewriteOverrides(queries, companyIds, now)
        await notifyNews(queries, { trackedCompanyIds: [], companyIds })
      })
      return list(userId, companyId)
    },
  }
}
