import { sql } from 'drizzle-orm'
import { NOT_ABOUT_COMPANY, type PossibleArticle } from '#domain/news/possible-articles.ts'
import type { Queries } from '../../platform/database/open.ts'

const MOST_ASKED = 3

export type Doubt = { key: string; trackedCompanyId: number }

/** Matches that are only worth a question, kept apart from all links, so that nothing else can read them. */
export const possibleArticleStore = (queries: Queries) => ({
  async add(doubts: Doubt[]): Promise<void> {
    if (doubts.length === 0) return
    await queries.execute(sql`
      insert into possible_articles (tracked_company_id, press_item_id)
      select new.tracked_company_id, press_items.id
      from unnest(${sql.param(doubts.map(({ trackedCompanyId }) => trackedCompanyId))}::int[],
        ${sql.param(doubts.map(({ key }) => key))}::text[]) as new (tracked_company_id, key)
      join press_items on md5(press_items.key) = md5(new.key)
      join tracked_companies on tracked_companies.id = new.tracked_company_id
      order by 1, 2 on conflict do nothing`)
  },

  /** What the owner of the company hasn't answered, and nothing has linked since. */
  async unanswered(userId: string, companyId: number, since: Date): Promise<PossibleArticle[]> {
    const { rows } = await queries.execute<Omit<PossibleArticle, 'publishedAt'> & { published_at: string }>(sql`
      select item.id::float8 as id, item.url, item.title, item.publisher, item.published_at
      from companies join possible_articles using (tracked_company_id)
      join press_items item on item.id = possible_articles.press_item_id
      where companies.id = ${companyId} and companies.user_id = ${userId} and companies.removed_at is null
        and not companies.is_sample and item.published_at > ${since}::timestamptz
        and not exists (
          select from company_rejections answer where answer.company_id = companies.id
            and answer.user_id = companies.user_id and answer.kind = ${NOT_ABOUT_COMPANY} and answer.value = item.id::text)
        and not exists (
          select from articles where md5(articles.key) = md5(item.key) and articles.owner_company_id is null and (
            exists (select from tracked_company_articles link
              where link.tracked_company_id = companies.tracked_company_id and link.article_id = articles.id)
            or exists (select from company_articles link
              where link.company_id = companies.id and link.article_id = articles.id)))
      order by item.published_at desc, item.id desc limit ${MOST_ASKED}`)
    return rows.map(({ published_at: publishedAt, ...row }) => ({
      ...row,
      publishedAt: new Date(publishedAt).toISOString(),
    }))
  },
})
