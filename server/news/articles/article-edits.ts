import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'
import type { OwnerIds } from '../briefs/brief-store.ts'
import type { Article } from './article-store.ts'
import { wantsText } from './full-text.ts'

const MAX_REVISIONS = 10

/** Compared only within one feed, because other feeds shorten the same article in their own ways. */
export const feedHash = ({ title, text }: Pick<Article, 'title' | 'text'>): string =>
  hash('sha1', `${title}\n${text}`).slice(0, 20)

export const articleEdits = (queries: Queries) => ({
  /** Finds the given articles that are already stored and have since been changed by their feed. */
  async find(articles: Article[]): Promise<{ edited: Edited[] } & OwnerIds> {
    const fromFeeds = articles.filter(({ feedUrl }) => feedUrl !== null)
    const column = <Value>(pick: (article: Article) => Value) => sql.param(fromFeeds.map(pick))
    const { rows } = await queries.execute<Row>(sql`
      select articles.id, new.place::int,
        array(select tracked_company_id from tracked_company_articles where article_id = articles.id) as tracked_company_ids,
        array(select company_id from company_articles where article_id = articles.id) as company_ids
      from unnest(${column((a) => a.key)}::text[], ${column((a) => a.ownerCompanyId)}::int[],
        ${column((a) => a.feedUrl)}::text[], ${column(feedHash)}::text[])
        with ordinality as new (key, owner_company_id, feed_url, feed_hash, place)
      join articles on md5(articles.key) = md5(new.key) and articles.feed_url = new.feed_url
        and articles.feed_hash <> new.feed_hash and articles.owner_company_id is not distinct from new.owner_company_id`)
    return {
      edited: rows.flatMap(({ id, place }) => {
        const article = fromFeeds[place - 1]
        return article ? [{ id, article }] : []
      }),
      trackedCompanyIds: [...new Set(rows.flatMap((row) => row.tracked_company_ids))],
      companyIds: [...new Set(rows.flatMap((row) => row.company_ids))],
    }
  },

  /** Keeps the old text as a revision and resets what was derived from it. */
  async save(edited: Edited[], now: Date): Promise<void> {
    const ids = sql.param(edited.map(({ id }) => id))
    const column = <Value>(pick: (article: Article) => Value) => sql.param(edited.map(({ article }) => pick(article)))
    await queries.execute(sql`
      with old as (
        select id, title, text from articles where id = any(${ids}::bigint[]) order by id for no key update),
      kept as (
        insert into article_revisions (article_id, replaced_at, title, text)
        select id, ${now}::timestamptz, title, text from old on conflict do nothing)
      update articles set title = new.title, text = new.text, feed_hash = new.feed_hash, text_state = new.text_state,
        same_as = null, is_classified = false
      from unnest(${ids}::bigint[], ${column((a) => a.title)}::text[], ${column((a) => a.text)}::text[],
        ${column(feedHash)}::text[], ${column((a) => (wantsText(a, now) ? 'wanted' : 'enough'))}::text[])
        as new (id, title, text, feed_hash, text_state)
      join old on old.id = new.id where articles.id = new.id`)
    for (const links of ['tracked_company_articles', 'company_articles'])
      await queries.execute(
        sql`update ${sql.identifier(links)} set event_type = null where article_id = any(${ids}::bigint[])`,
      )
    await queries.execute(sql`
      delete from article_revisions using (
        select article_id, replaced_at, row_number() over (partition by article_id order by replaced_at desc) as place
        from article_revisions where article_id = any(${ids}::bigint[])) as ranked
      where ranked.place > ${MAX_REVISIONS} and article_revisions.article_id = ranked.article_id
        and article_revisions.replaced_at = ranked.replaced_at`)
  },
})

type Edited = { id: string; article: Article }
type Row = { id: string; place: number; tracked_company_ids: number[]; company_ids: number[] }
