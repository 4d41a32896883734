import { and, desc, eq, sql } from 'drizzle-orm'
import { nameKey } from '#domain/company-key.ts'
import type { Facts } from '#domain/story-facts.ts'
import { hiddenSuggestions } from '../database/story-schema.ts'
import type { Queries } from '../database/open.ts'
import { isNotMine } from '../gather/own-view/not-mine.ts'
import { isRejected } from '../gather/own-view/seen-articles.ts'
import type { StatedStory } from './suggest.ts'

/** The newest of each company, as many as its page shows. */
const MOST_ARTICLES = 200
/** Who takes back what they added has not decided against it. */
const TAKEN_BACK = sql`interval '10 minutes'`

type Row = {
  company_id: number
  company: string
  story_id: string
  title: string
  url: string
  publisher: string | null
  published_at: string
  is_primary: boolean
  stated: Facts
}

const told = sql`articles.id, articles.title, articles.url, articles.publisher, articles.stated,
  link.published_at, link.is_primary, coalesce(link.story_id, link.article_id) as story_id`
const namesSomebody = sql`(articles.stated->'investors' <> '[]' or articles.stated->'counterparties' <> '[]'
  or articles.stated->'deals' <> '[]')`
const newest = sql`order by published_at desc, article_id desc limit ${MOST_ARTICLES}`
/** Each by its own id: a plan that reads all articles at once would do so for every company. */
const withArticles = sql`cross join lateral (select * from articles where articles.id = link.article_id offset 0) as articles`

/** What the companies of a user are in the news with. For the system's role, which may read what everybody shares. */
export const discoverStore = (queries: Queries) => ({
  /** Stories as the user sees them, where they state who gave money or dealt with the company. */
  async stories(userId: string, since: Date): Promise<StatedStory[]> {
    const { rows } = await queries.execute<Row>(sql`
      select companies.id as company_id, companies.name as company, told.*
      from companies cross join lateral (
        (select ${told} from (
           select * from subject_articles where subject_id = companies.subject_id and published_at > ${since} ${newest}) as link
         ${withArticles}
         where ${namesSomebody} and not (companies.has_own_view and ${isRejected}))
        union all
        (select ${told} from (
           select * from company_articles where companies.has_own_view and company_id = companies.id
             and user_id = companies.user_id and published_at > ${since} ${newest}) as link
         ${withArticles}
         where ${namesSomebody} and not ${isNotMine})) as told
      where companies.user_id = ${userId} and companies.removed_at is null
      order by told.published_at desc, told.id desc, companies.id`)
    return rows.map((row) => ({
      storyId: Number(row.story_id),
      title: row.title,
      url: row.url,
      publisher: row.publisher,
      publishedAt: new Date(row.published_at).toISOString(),
      company: { id: row.company_id, name: row.company },
      isPrimary: row.is_primary,
      stated: row.stated,
    }))
  },

  /** The keys of every name that the user knows a company by, of their portfolio or removed from it. */
  async knownKeys(userId: string): Promise<string[]> {
    const { rows } = await queries.execute<{ name: string }>(sql`
      with own as (
        select id, name, subject_id, user_id from companies where user_id = ${userId}
          and (removed_at is null or removed_at > created_at + ${TAKEN_BACK}))
      select name from own
      union select subjects.name from own join subjects on subjects.id = own.subject_id
      union select fact.value from own join subject_facts fact on fact.subject_id = own.subject_id and fact.kind = 'name'
      union select alias from own join company_aliases on company_aliases.company_id = own.id and company_aliases.user_id = own.user_id`)
    return rows.map(({ name }) => nameKey(name))
  },
})

/** What a user does not want to be shown. */
export const hiddenStore = (queries: Queries) => ({
  list: (userId: string) =>
    queries
      .select()
      .from(hiddenSuggestions)
      .where(eq(hiddenSuggestions.userId, userId))
      .orderBy(desc(hiddenSuggestions.createdAt), hiddenSuggestions.key),

  async hide(userId: string, name: string, now: Date): Promise<void> {
    await queries
      .insert(hiddenSuggestions)
      .values({ userId, key: nameKey(name), name, createdAt: now })
      .onConflictDoNothing()
  },

  async show(userId: string, name: string): Promise<void> {
    await queries
      .delete(hiddenSuggestions)
      .where(and(eq(hiddenSuggestions.userId, userId), eq(hiddenSuggestions.key, nameKey(name))))
  },

  async removeAll(userId: string): Promise<void> {
    await queries.delete(hiddenSuggestions).where(eq(hiddenSuggestions.userId, userId))
  },
})
