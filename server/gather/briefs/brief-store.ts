import { sql } from 'drizzle-orm'
import type { Curated, Judged, WrittenBrief } from '../../curate/curate.ts'
import type { Queries } from '../../database/open.ts'
import type { Owned } from './tellings.ts'

export type JudgedArticle = Judged & { id: string }

/** Writes what curation found. */
export const briefStore = (queries: Queries) => ({
  /** One that another writer holds just now is looked at again later: nobody waits for anybody. */
  async keepJudged(judged: JudgedArticle[]): Promise<void> {
    if (judged.length === 0) return
    const column = <Value>(pick: (article: JudgedArticle) => Value) => sql.param(judged.map(pick))
    await queries.execute(sql`
      with free as (
        select id from articles where id = any(${column(({ id }) => id)}::bigint[])
        order by id for no key update skip locked)
      update articles set section = new.section, happening = new.happening, weight = new.weight,
        direction = new.direction, stated = new.stated
      from unnest(${column(({ id }) => id)}::bigint[], ${column((a) => a.section)}::text[], ${column((a) => a.happening)}::text[],
        ${column((a) => a.weight)}::real[], ${column((a) => a.direction)}::text[], ${column((a) => JSON.stringify(a.stated))}::jsonb[])
        as new (id, section, happening, weight, direction, stated)
      join free on free.id = new.id where articles.id = new.id`)
  },

  async joinStories(subjectId: number, joined: Curated['joined']): Promise<void> {
    if (joined.length === 0) return
    await queries.execute(sql`
      update subject_articles link set story_id = new.story from ${pairs(joined)}
      where link.subject_id = ${subjectId} and link.article_id = new.id and link.story_id is null`)
  },

  /** What an owner alone has joins their stories; what everybody has was put into its story for everybody. */
  async joinOwnStories({ companyId, userId }: Owned, joined: Curated['joined']): Promise<void> {
    if (joined.length === 0) return
    await queries.execute(sql`
      update company_articles link set story_id = new.story from ${pairs(joined)}
      where link.company_id = ${companyId} and link.user_id = ${userId} and link.article_id = new.id and link.story_id is null`)
  },

  /** What was written of headlines alone has had its time. */
  async dropHeadlines(subjectIds: number[]): Promise<void> {
    await queries.execute(
      sql`delete from news where subject_id = any(${sql.param(subjectIds)}::int[]) and sentences = 0`,
    )
  },

  async dropOwnHeadlines(companyIds: number[]): Promise<void> {
    await queries.execute(
      sql`delete from news where company_id = any(${sql.param(companyIds)}::int[]) and sentences = 0`,
    )
  },

  /** Which of these say something new; what tells of the same moment as before takes the place of that. */
  async keep(briefs: (WrittenBrief & { subjectId: number })[], now: Date): Promise<number[]> {
    if (briefs.length === 0) return []
    const column = <Value>(pick: (brief: (typeof briefs)[number]) => Value) => sql.param(briefs.map(pick))
    const { rows } = await queries.execute<{ subject_id: number }>(sql`
      with new as (
        select * from unnest(${column((b) => b.subjectId)}::int[], ${column((b) => b.content)}::text[],
          ${column((b) => JSON.stringify(b.sources))}::jsonb[], ${column((b) => b.publishedAt)}::timestamptz[],
          ${column((b) => b.sentences)}::int[], ${column((b) => b.verified)}::int[])
          as new (subject_id, content, sources, published_at, sentences, verified)
        where not exists (
          select from news old where old.subject_id = new.subject_id
            and old.published_at = new.published_at and old.content = new.content)),
      gone as (
        delete from news using new where news.subject_id = new.subject_id and news.published_at = new.published_at)
      insert into news (subject_id, content, sources, published_at, sentences, verified, created_at)
      select new.*, ${now}::timestamptz from new returning subject_id`)
    return rows.map((row) => row.subject_id)
  },

  async keepOwn(briefs: (WrittenBrief & Owned)[], now: Date): Promise<number[]> {
    if (briefs.length === 0) return []
    const column = <Value>(pick: (brief: (typeof briefs)[number]) => Value) => sql.param(briefs.map(pick))
    const { rows } = await queries.execute<{ company_id: number }>(sql`
      with new as (
        select * from unnest(${column((b) => b.userId)}::uuid[], ${column((b) => b.companyId)}::int[], ${column((b) => b.content)}::text[],
          ${column((b) => JSON.stringify(b.sources))}::jsonb[], ${column((b) => b.publishedAt)}::timestamptz[],
          ${column((b) => b.sentences)}::int[], ${column((b) => b.verified)}::int[])
          as new (user_id, company_id, content, sources, published_at, sentences, verified)
        where not exists (
          select from news old where old.company_id = new.company_id
            and old.published_at = new.published_at and old.content = new.content)),
      gone as (
        delete from news using new where news.company_id = new.company_id and news.published_at = new.published_at)
      insert into news (user_id, company_id, content, sources, published_at, sentences, verified, created_at)
      select new.*, ${now}::timestamptz from new returning company_id`)
    return rows.map((row) => row.company_id)
  },
})

const pairs = (joined: Curated['joined']) => sql`
  unnest(${sql.param(joined.map(({ id }) => id))}::bigint[], ${sql.param(joined.map(({ story }) => story))}::bigint[])
    as new (id, story)`
