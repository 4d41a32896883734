import { nameKey } from '#domain/companies/company-key.ts'
import { TOO_MANY_HIDDEN, MAX_HIDDEN, type HiddenSuggestion, type Suggestion } from '#domain/news/discover.ts'
import { AppError } from '#domain/errors.ts'
import type { Database, Queries } from '../../../platform/database/open.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { namingSentence } from './naming-sentence.ts'
import { suggest, type Mention, type StoryWithFacts } from './suggest.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { mergeFacts, type Fact } from '#domain/news/facts.ts'
import type { EventType } from '#domain/taxonomy.ts'
import { hiddenSuggestions } from '../../../platform/database/schema/reading.ts'
import { createRelationReader } from '../../reading/clauses/relations.ts'
import { isOfCompany, newestVisible } from '../visible-articles.ts'
import { LONGEST_TEXT } from '../../summarize/source-sentences.ts'

const YEAR_MS = 365 * DAY_MS
const DENIED_WITHIN_MS = 30 * DAY_MS

export type Discover = ReturnType<typeof createDiscover>

/** Uses only the user's own portfolio. */
export function createDiscover({ database, clock }: { database: Database; clock: Clock }) {
  const asUser = <T>(userId: string, work: (store: ReturnType<typeof hiddenStore>) => Promise<T>) =>
    database.asUser(userId, (queries) => work(hiddenStore(queries)))
  const listHidden = async (store: ReturnType<typeof hiddenStore>, userId: string): Promise<HiddenSuggestion[]> =>
    (await store.list(userId)).map(({ name, createdAt }) => ({ name, hiddenAt: createdAt.toISOString() }))

  return {
    async suggestions(userId: string): Promise<Suggestion[]> {
      const now = clock()
      return database.readAsUser(userId, async (queries) => {
        const store = discoverStore(queries)
        const since = new Date(now.getTime() - YEAR_MS)
        const stories = [...(await store.stories(userId, since)), ...(await store.storiesOfRelations(userId, since))]
        if (stories.length === 0) return []
        const hidden = await hiddenStore(queries).list(userId)
        const known = new Set([...(await store.knownKeys(userId)), ...hidden.map(({ key }) => key)])
        const candidates = suggest(stories, known, now)
        const textOf = await store.texts(userId, candidates.flatMap(quoted))
        return candidates.map(({ mentions, ...suggestion }) => ({
          ...suggestion,
          ...namingSentence(quoted({ mentions }), textOf),
        }))
      })
    },

    hidden: (userId: string) => asUser(userId, (store) => listHidden(store, userId)),

    hide: (userId: string, name: string) =>
      asUser(userId, async (store) => {
        const existing = await store.list(userId)
        if (existing.length >= MAX_HIDDEN && !existing.some(({ key }) => key === nameKey(name)))
          throw new AppError('invalid-input', TOO_MANY_HIDDEN)
        await store.hide(userId, name, clock())
        return listHidden(store, userId)
      }),

    show: (userId: string, name: string) =>
      asUser(userId, async (store) => {
        await store.show(userId, name)
        return listHidden(store, userId)
      }),

    export: async (userId: string): Promise<Record<string, object[]>> => ({
      hidden_suggestions: await asUser(userId, (store) => store.list(userId)),
    }),

    erase: (queries: Queries, userId: string): Promise<void> => hiddenStore(queries).removeAll(userId),
  }
}

/** How many articles per suggestion are searched for a sentence that names it. */
const MAX_QUOTED = 2
const quoted = ({ mentions }: { mentions: Mention[] }) => mentions.slice(0, MAX_QUOTED)

const MAX_ARTICLES = 200
/** How many articles are read in full to find out who competes with whom. */
const MAX_READ = 100
const RELATION_WORDS = 'rival | competitor | compete | vie | spin | spun | spinoff | spinout'
/** Removing a company right after adding it is an undo, not a decision against it. */
const TAKEN_BACK = sql`interval '10 minutes'`

type Row = {
  id: string
  company_id: number
  company: string
  story_id: string
  title: string
  url: string
  publisher: string | null
  published_at: string
  is_primary: boolean
  extracted_facts: Fact[]
  denied: EventType[]
}

const columns = sql`seen.id, seen.title, seen.url, seen.publisher, seen.extracted_facts, seen.published_at, seen.is_primary,
  seen.denied, seen.story as story_id`

const discoverStore = (queries: Queries) => ({
  async stories(userId: string, since: Date): Promise<StoryWithFacts[]> {
    const { rows } = await queries.execute<Row>(sql`
      select companies.id as company_id, companies.name as company, article.*
      from companies cross join lateral (${newestVisible(columns, MAX_ARTICLES, sql`seen.published_at > ${since}`)}) as article
      where companies.user_id = ${userId} and companies.removed_at is null
        and (article.denied <> '[]'
          or article.extracted_facts @? '$[*] ? (exists (@.name) && !exists (@.role) && @.kind != "round")')
      order by article.published_at desc, article.id desc, companies.id`)
    const byCompany = Map.groupBy(rows, (row) => row.company_id)
    return rows.map((row) => storyOf(row, { extractedFacts: believed(row, byCompany.get(row.company_id) ?? []) }))
  },

  async storiesOfRelations(userId: string, since: Date): Promise<StoryWithFacts[]> {
    const { rows } = await queries.execute<Row & { text: string }>(sql`
      select companies.id as company_id, companies.name as company, found.* from (
        select ${columns}, seen.company_id as found_for, left(seen.text, ${LONGEST_TEXT}) as text from visible_articles seen
        where seen.user_id = ${userId} and seen.is_primary and seen.published_at > ${since}
          and seen.search @@ to_tsquery('english', ${RELATION_WORDS})
        order by seen.published_at desc, seen.id desc limit ${MAX_READ}) as found
      join companies on companies.id = found.found_for and companies.removed_at is null
      order by found.published_at desc, found.id desc`)
    const readers = new Map<string, ReturnType<typeof createRelationReader>>()
    return rows.map((row) => {
      const read = readers.get(row.company) ?? createRelationReader({ name: row.company })
      readers.set(row.company, read)
      return storyOf(row, { relations: read(row) })
    })
  },

  async texts(userId: string, mentions: Mention[]): Promise<(mention: Mention) => string> {
    const articles = new Map(mentions.map(({ story }) => [story.articleId, story.company.id]))
    const { rows } = await queries.execute<{ id: string; text: string }>(sql`
      select wanted.id, article.text
      from unnest(${sql.param([...articles.keys()])}::bigint[], ${sql.param([...articles.values()])}::int[]) as wanted (id, company_id)
      join companies on companies.id = wanted.company_id and companies.user_id = ${userId}
      cross join lateral (
        select left(seen.text, ${LONGEST_TEXT}) as text from visible_articles seen
        where ${isOfCompany} and seen.id = wanted.id offset 0) as article`)
    const texts = new Map(rows.map(({ id, text }) => [Number(id), text]))
    return ({ story }) => texts.get(story.articleId) ?? ''
  },

  async knownKeys(userId: string): Promise<string[]> {
    const { rows } = await queries.execute<{ name: string }>(sql`
      with own as (
        select id, name, tracked_company_id, user_id from companies where user_id = ${userId}
          and (removed_at is null or removed_at > created_at + ${TAKEN_BACK}))
      select name from own
      union select known.name from own join visible_tracked_companies known on known.company_id = own.id
      union select fact.value from own join visible_facts fact on fact.company_id = own.id and fact.kind = 'name'
      union select alias from own join company_aliases on company_aliases.company_id = own.id and company_aliases.user_id = own.user_id`)
    return rows.map(({ name }) => nameKey(name))
  },
})

const storyOf = (row: Row, named: Partial<Pick<StoryWithFacts, 'extractedFacts' | 'relations'>>): StoryWithFacts => ({
  articleId: Number(row.id),
  storyId: Number(row.story_id),
  title: row.title,
  url: row.url,
  publisher: row.publisher,
  publishedAt: new Date(row.published_at).toISOString(),
  company: { id: row.company_id, name: row.company },
  isPrimary: row.is_primary,
  extractedFacts: [],
  relations: [],
  ...named,
})

/** Leaves out what any other article about the company denied soon afterward. */
function believed(row: Row, ofCompany: Row[]): Fact[] {
  const at = Date.parse(row.published_at)
  const denials = ofCompany.filter(
    ({ denied, published_at: deniedAt }) => denied.length > 0 && Date.parse(deniedAt) - at <= DENIED_WITHIN_MS,
  )
  const statements = [row, ...denials.map((denial) => ({ ...denial, extracted_facts: null }))].map((each) => ({
    articleId: Number(each.id),
    publishedAt: new Date(each.published_at).toISOString(),
    facts: each.extracted_facts,
    denied: each.denied,
  }))
  return mergeFacts(statements) ?? []
}

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
