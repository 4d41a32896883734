import { sql } from 'drizzle-orm'
import { ownWords } from '#domain/updates/email-text.ts'
import type { Metric } from '#domain/updates/update.ts'
import { FOUNDER_UPDATE, type Section } from '#domain/taxonomy.ts'
import { notifyNews, type Briefs } from '../news/briefs/write-briefs.ts'
import { markOverrides, overrideArticles } from '../news/articles/override-articles.ts'
import type { Queries } from '../platform/database/open.ts'
import type { Message } from './store.ts'

/** More than a passing mention, less than a raise. */
const WEIGHT = 0.6

type Filed = Pick<Message, 'id' | 'userId' | 'senderName' | 'senderAddress' | 'subject' | 'text'> & {
  companyId: number
  sentAt: Date
  metrics: Metric[]
}

type Needs = { briefs: Pick<Briefs, 'rewriteOverrides'>; publicUrl: string }

/** Adds updates to the owner's news, where the feed, stories, search, summary, and digest find them. */
export function updateArticles(queries: Queries, { briefs, publicUrl }: Needs) {
  async function changed(companyId: number, now: Date): Promise<void> {
    await briefs.rewriteOverrides(queries, [companyId], now)
    await notifyNews(queries, { trackedCompanyIds: [], companyIds: [companyId] })
  }

  return {
    async publish(update: Filed, now: Date): Promise<number> {
      const { id, userId, companyId, senderName, senderAddress, subject, text, sentAt, metrics } = update
      const url = `${publicUrl}/updates/${id}`
      const section: Section = metrics.length > 0 ? 'Financial Updates' : 'Other Notable Updates'
      const { rows } = await queries.execute<{ id: string }>(sql`
      insert into articles (url, key, owner_company_id, title, text, publisher, published_at, precision, kind, facts, found_at, section, is_classified)
      values (${url}, ${url}, ${companyId}, ${subject}, ${ownWords(text)}, ${senderName || senderAddress}, ${sentAt}, 'second', ${FOUNDER_UPDATE}, '{}', ${now},
        ${section}, true)
      returning id`)
      const articleId = Number(rows[0]?.id)
      // The event type is final: the text is never classified, and the update never joins a press story.
      await queries.execute(sql`
      insert into company_articles (user_id, company_id, article_id, published_at, linked_at, source, via_kind, via, evidence, event_type, weight, extracted_facts)
      values (${userId}, ${companyId}, ${articleId}, ${sentAt}, ${now}, ${FOUNDER_UPDATE}, 'update', ${String(id)},
        ${JSON.stringify([{ kind: 'update', value: senderAddress }])}, 'mention', ${WEIGHT}, '[]')`)
      await overrideArticles(queries).beginOverrides([companyId])
      await changed(companyId, now)
      return articleId
    },

    async withdraw(articleId: number, companyId: number, now: Date): Promise<void> {
      await queries.execute(sql`delete from articles where id = ${articleId} and owner_company_id = ${companyId}`)
      await markOverrides(queries, sql`companies.id = ${companyId}`)
      await changed(companyId, now)
    },
  }
}
