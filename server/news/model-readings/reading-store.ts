import { sql } from 'drizzle-orm'
import type { Certainty, Fact } from '#domain/news/facts.ts'
import type { EventType } from '#domain/taxonomy.ts'
import type { Queries } from '../../platform/database/open.ts'
import type { ClassifyTask } from '../engine/classify-article.ts'
import { COMPANY_SITE } from '../sources/company-site/company-site.ts'
import type { ModelReading } from '../reading/model/reading-request.ts'

export type DueLink = ClassifyTask & {
  id: string
  trackedCompanyId: number
  otherNames: string[]
  description: string | null
  /** A hash of what it says. */
  content: string
  eventType: EventType
  certainty: Certainty
  extractedFacts: Fact[]
}

const LONGEST_TEXT = 6000
const content = sql`md5(articles.title || ' ' || articles.text)`

export const readingStore = (queries: Queries) => ({
  /**
   * Newest first; public articles only, and only of companies whose news somebody reads who has access and chose a
   * model.
   */
  async due(reads: 'unsure' | 'all', since: Date, seen: DueLink[], limit: number): Promise<DueLink[]> {
    const wanted = reads === 'all' ? sql`in ('due', 'optional')` : sql`= 'due'`
    const { rows } = await queries.execute<DueLink & { publishedAt: string }>(sql`
      select link.article_id::text as id, link.tracked_company_id as "trackedCompanyId", link.is_primary as "isPrimary",
        link.source = ${COMPANY_SITE} as "isOwn", link.event_type as "eventType", link.certainty,
        coalesce(link.extracted_facts, '[]') as "extractedFacts", title, left(text, ${LONGEST_TEXT}) as text, publisher,
        kind, facts, articles.published_at as "publishedAt", tracked_companies.name as company, ${content} as content,
        array(select value from tracked_company_facts
          where kind = 'name' and tracked_company_id = tracked_companies.id order by value) as "otherNames",
        (select value from tracked_company_facts
          where kind = 'description' and tracked_company_id = tracked_companies.id order by value limit 1) as description
      from tracked_company_articles link
      join articles on articles.id = link.article_id
      join tracked_companies on tracked_companies.id = link.tracked_company_id
      where link.model_reads ${wanted} and link.published_at > ${since.toISOString()}::timestamptz
        and link.event_type is not null and articles.owner_company_id is null
        and (link.tracked_company_id, link.article_id) not in (
          select * from unnest(${sql.param(seen.map((each) => each.trackedCompanyId))}::int[],
            ${sql.param(seen.map(({ id }) => id))}::bigint[]))
        and exists (select from companies join users on users.id = companies.user_id
          where companies.tracked_company_id = link.tracked_company_id and removed_at is null and not is_sample
            and uses_model and subscription_status <> 'expired')
      order by link.published_at desc, link.article_id desc limit ${limit}`)
    return rows.map((row) => ({ ...row, publishedAt: new Date(row.publishedAt).toISOString() }))
  },

  async isUnchanged({ id, trackedCompanyId, content: seen }: DueLink): Promise<boolean> {
    const { rows } = await queries.execute(sql`
      select from tracked_company_articles link join articles on articles.id = link.article_id
      where link.article_id = ${id} and link.tracked_company_id = ${trackedCompanyId}
        and link.model_reads in ('due', 'optional') and link.event_type is not null and ${content} = ${seen}`)
    return rows.length > 0
  },

  async finish({ id, trackedCompanyId }: DueLink): Promise<void> {
    await queries.execute(sql`
      update tracked_company_articles set model_reads = 'done'
      where article_id = ${id} and tracked_company_id = ${trackedCompanyId}`)
  },

  async answer(key: string): Promise<{ answer: ModelReading | null } | null> {
    const { rows } = await queries.execute<{ answer: ModelReading | null }>(
      sql`select answer from model_readings where key = ${key}`,
    )
    return rows[0] ?? null
  },

  async keep(key: string, answer: ModelReading | null, now: Date): Promise<void> {
    await queries.execute(sql`
      insert into model_readings (key, answer, answered_at)
      values (${key}, ${answer && JSON.stringify(answer)}::jsonb, ${now.toISOString()}::timestamptz) on conflict do nothing`)
  },
})
