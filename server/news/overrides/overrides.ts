import { NOT_ABOUT_COMPANY } from '#domain/news/possible-articles.ts'
import { DISMISSED_WEBSITE } from '#domain/news/website-suggestions.ts'
import { sql } from 'drizzle-orm'
import { COMPANY_NOT_FOUND } from '#domain/companies/company.ts'
import { AppError } from '#domain/errors.ts'
import {
  TOO_MANY_ALIASES,
  duplicateAliasMessage,
  FACT_NOT_FOUND,
  DUPLICATE_FEED,
  TOO_MANY_FEEDS,
  MAX_ALIASES,
  MAX_FEEDS,
  type FactName,
  type IdentityCard,
  type IdentityFact,
  type OwnFeed,
  isRuleKind,
  MAX_RULES,
  TOO_MANY_RULES,
  STORY_NOT_VISIBLE,
  STORY_NOT_FOUND,
  type ExclusionRule,
  type RulePreview,
} from '#domain/news/overrides.ts'
import { OWN_FEED } from '#domain/news/source-registry.ts'
import type { Companies } from '../../companies/companies.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import type { Clock } from '#domain/time.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { aliasKey } from '../match/name-index.ts'
import type { Briefs } from '../briefs/write-briefs.ts'
import { markOverrides, overrideArticles } from '../articles/override-articles.ts'
import { previewRules, describeRules, seesStory } from './exclusions.ts'
import { overrideStore } from './override-store.ts'

type Needs = {
  database: Database
  clock: Clock
  queue: Queue
  companies: Pick<Companies, 'trackedCompanyOf'>
  briefs: Pick<Briefs, 'rewriteOverrides'>
}

type Store = ReturnType<typeof overrideStore>

/** Kinds of rejections that are answers to our questions, not facts. */
const ANSWERS = new Set([DISMISSED_WEBSITE, NOT_ABOUT_COMPANY])

export type Overrides = ReturnType<typeof createOverrides>

export function createOverrides({ database, clock, queue, companies, briefs }: Needs) {
  async function card(userId: string, companyId: number): Promise<IdentityCard> {
    await companies.trackedCompanyOf(userId, companyId)
    return database.asUser(userId, async (queries) => {
      const store = overrideStore(queries)
      const rejections = await store.rejections(userId, companyId)
      const feeds = await store.feeds(userId, companyId)
      const polls = feeds.length > 0 ? await pollsAt(queries, companyId) : new Map<string, OwnFeed>()
      return {
        facts: withRejections(
          await factsOf(queries, companyId),
          rejections.filter(({ kind }) => !isRuleKind(kind) && !ANSWERS.has(kind)),
        ),
        aliases: (await store.aliases(userId, companyId)).map(({ alias }) => alias),
        feeds: feeds.map((url) => polls.get(url) ?? { url, state: null, problem: null, checkedAt: null }),
        notMine: await describeRules(queries, companyId, rejections),
      }
    })
  }

  /** One transaction, as the system, because requests may not write news. The company is looked up by its owner. */
  async function change(
    userId: string,
    companyId: number,
    work: (store: Store, queries: Queries) => Promise<void>,
  ): Promise<IdentityCard> {
    await database.asSystem(async (queries) => {
      const store = overrideStore(queries)
      if (!(await store.lock(userId, companyId))) throw new AppError('not-found', COMPANY_NOT_FOUND)
      await work(store, queries)
      await overrideArticles(queries).dropUnfounded(userId, companyId)
      await markOverrides(queries, sql`companies.id = ${companyId} and companies.user_id = ${userId}`)
      await briefs.rewriteOverrides(queries, [companyId], clock())
      // Updates the user's other open pages, whichever process serves them.
      await queries.execute(sql`select pg_notify('tidings_own_news', ${JSON.stringify([companyId])})`)
    })
    return card(userId, companyId)
  }

  async function makeRule(userId: string, companyId: number, rule: Pick<ExclusionRule, 'kind' | 'value'>) {
    const { notMine } = await card(userId, companyId)
    const isThere = notMine.some(({ kind, value }) => kind === rule.kind && value === rule.value)
    const isVisible = () =>
      database.asUser(userId, (queries) => seesStory(queries, userId, companyId, Number(rule.value)))
    if (rule.kind === 'story' && !isThere && !(await isVisible())) throw new AppError('conflict', STORY_NOT_VISIBLE)
    return change(userId, companyId, async (store) => {
      const existing = (await store.rejections(userId, companyId)).filter(({ kind }) => kind === rule.kind)
      if (existing.length >= MAX_RULES[rule.kind] && !existing.some(({ value }) => value === rule.value))
        throw new AppError('invalid-input', TOO_MANY_RULES)
      await store.reject(userId, companyId, rule, clock())
    })
  }

  return {
    card,

    addAlias: (userId: string, companyId: number, alias: string) =>
      change(userId, companyId, async (store, queries) => {
        const existing = await store.aliases(userId, companyId)
        if (existing.some(({ key }) => key === aliasKey(alias)))
          throw new AppError('conflict', duplicateAliasMessage(alias))
        if (existing.length >= MAX_ALIASES) throw new AppError('invalid-input', TOO_MANY_ALIASES)
        await store.addAlias(userId, companyId, alias, clock())
        await queue.enqueue(queries, 'news.match-stored', { companyId })
      }),

    removeAlias: (userId: string, companyId: number, alias: string) =>
      change(userId, companyId, (store) => store.removeAlias(userId, companyId, alias)),

    /** The job that this enqueues creates the watch. */
    addFeed: (userId: string, companyId: number, url: string) =>
      change(userId, companyId, async (store, queries) => {
        const existing = await store.feeds(userId, companyId)
        if (existing.includes(url)) throw new AppError('conflict', DUPLICATE_FEED)
        if (existing.length >= MAX_FEEDS) throw new AppError('invalid-input', TOO_MANY_FEEDS)
        await store.addFeed(userId, companyId, url, clock())
        await queue.enqueue(queries, 'news.poll', {})
      }),

    removeFeed: (userId: string, companyId: number, url: string) =>
      change(userId, companyId, (store) => store.removeFeed(userId, companyId, url)),

    async preview(userId: string, companyId: number, storyId: number): Promise<RulePreview[]> {
      await companies.trackedCompanyOf(userId, companyId)
      const rules = await database.asUser(userId, (queries) => previewRules(queries, userId, companyId, storyId))
      if (!rules) throw new AppError('not-found', STORY_NOT_FOUND)
      return rules
    },

    async reject(userId: string, companyId: number, fact: FactName): Promise<IdentityCard> {
      if (isRuleKind(fact.kind)) return makeRule(userId, companyId, { kind: fact.kind, value: fact.value })
      const { facts } = await card(userId, companyId)
      if (!facts.some(({ kind, value }) => kind === fact.kind && value === fact.value))
        throw new AppError('conflict', FACT_NOT_FOUND)
      return change(userId, companyId, (store) => store.reject(userId, companyId, fact, clock()))
    },

    accept: (userId: string, companyId: number, fact: FactName) =>
      change(userId, companyId, (store) => store.accept(userId, companyId, fact)),

    export: (userId: string): Promise<Record<string, object[]>> =>
      database.asUser(userId, (queries) => overrideStore(queries).everything(userId)),

    erase: (queries: Queries, userId: string) => overrideArticles(queries).removeAll(userId),
  }
}

type Fact = Omit<IdentityFact, 'isRejected'>

async function factsOf(queries: Queries, companyId: number): Promise<Fact[]> {
  const { rows } = await queries.execute<Record<string, string>>(sql`
    select kind, value, found_at, found_on from visible_facts where company_id = ${companyId}
    union all
    select 'name', known.name, coalesce(title.found_at, known.website), coalesce(title.found_on, known.discovered_at)
    from visible_tracked_companies known
    left join lateral (
      select found_at, found_on from visible_facts where company_id = known.company_id and kind = 'title' limit 1) as title on true
    where known.company_id = ${companyId} and not exists (
      select from visible_facts where company_id = known.company_id and kind = 'name' and value = known.name)
    order by 1, 2`)
  return rows.map(({ kind = '', value = '', found_at: foundAt, found_on: foundOn }) => ({
    kind,
    value,
    foundAt: foundAt ?? null,
    foundOn: foundOn ? new Date(foundOn).toISOString() : null,
  }))
}

/** A rejection can be undone even when the site no longer states the fact. */
function withRejections(facts: Fact[], rejections: FactName[]): IdentityFact[] {
  const rejected = new Map(rejections.map((fact) => [`${fact.kind} ${fact.value}`, fact]))
  const known = facts.map((fact) => ({ ...fact, isRejected: rejected.delete(`${fact.kind} ${fact.value}`) }))
  const gone = [...rejected.values()].map((fact) => ({
    ...fact,
    foundAt: null,
    foundOn: null,
    isRejected: true,
  }))
  return [...known, ...gone]
}

async function pollsAt(queries: Queries, companyId: number): Promise<Map<string, OwnFeed>> {
  const { rows } = await queries.execute<{
    url: string
    state: OwnFeed['state']
    problem: string | null
    checked_at: string | null
  }>(sql`
    select url, state, problem, checked_at from visible_watches
    where company_id = ${companyId} and is_own and source = ${OWN_FEED}`)
  return new Map(
    rows.map(({ url, state, problem, checked_at }) => [
      url,
      { url, state, problem, checkedAt: checked_at && new Date(checked_at).toISOString() },
    ]),
  )
}
