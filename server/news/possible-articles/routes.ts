import { answerPossibleArticle, listPossibleArticles } from '#domain/news/possible-article-endpoints.ts'
import { companyId } from '../../companies/company-record.ts'
import { createRoutes, route } from '../../platform/http/route.ts'
import type { PossibleArticles } from './possible-articles.ts'

export const possibleArticleRoutes = (possible: PossibleArticles) =>
  createRoutes()
    .openapi(route(listPossibleArticles), async (c) =>
      c.json(await possible.list(c.var.user.id, companyId(c.req.param('id'))), 200),
    )
    .openapi(route(answerPossibleArticle), async (c) =>
      c.json(await possible.answer(c.var.user.id, companyId(c.req.param('id')), c.req.valid('json')), 200),
    )
