import { Hono } from 'hono'
import { sampleArticle } from '#domain/sample-wire.ts'
import type { HttpEnvironment } from '../../http/environment.ts'
import { escapeHtml, plainPage } from '../../http/plain-page.ts'

const FICTIONAL =
  'Sample article. The company, the outlet and everything in it are fictional. With your own companies, this link leads to the outlet’s website.'

/** What the links of sample stories lead to. */
export const sampleArticleRoutes = () =>
  new Hono<HttpEnvironment>().get('/:outlet/:slug', (c) => {
    const article = sampleArticle(c.req.param('outlet'), c.req.param('slug'))
    const { html, policy } = plainPage(
      article
        ? {
            title: article.title,
            content: `<p><small>${escapeHtml(article.publisher)}</small></p><p>${escapeHtml(article.text)}</p><p><small>${FICTIONAL}</small></p>`,
          }
        : { title: 'Article not found', content: '<p>There is no such sample article.</p>' },
    )
    c.header('content-security-policy', policy)
    return c.html(html, article ? 200 : 404)
  })
