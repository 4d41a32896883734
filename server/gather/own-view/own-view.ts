import { sql } from 'drizzle-orm'
import { COMPANY_NOT_FOUND } from '#domain/companies.ts'
import { AppError } from '#domain/errors.ts'
import {
  ALIASES_FULL,
  aliasThere,
  FACT_GONE,
  FEED_THERE,
  FEEDS_FULL,
  MAX_ALIASES,
  MAX_FEEDS,
  type FactName,
  type IdentityCard,
  type IdentityFact,
  type OwnFeed,
} from '#domain/identity-card.ts'
import {
  isRuleKind,
  MAX_RULES,
  RULES_FULL,
  STORY_GONE,
  STORY_NOT_FOUND,
  type NotMineRule,
  type RulePreview,
} from '#domain/not-mine.ts'
import { OWN_FEED } from '#domain/source-register.ts'
import type { Companies } from '../../companies/companies.ts'
import type { Database, Queries } from '../../database/open.ts'
import type { Clock, Queue } from '../../ports.ts'
import { aliasKey } from '../match/names.ts'
import type { Briefs } from '../briefs/write-briefs.ts'
import { markOwnViews, ownFinds } from './own-finds.ts'
import { previewRules, rulesInWords, seesStory } from './rules.ts'
import { ownViewStore } from './store.ts'

type Needs = {
  database: Database
  clock: Clock
  queue: Queue
  companies: Pick<Companies, 'subjectOf'>
  briefs: Pick<Briefs, 'rewriteOwn'>
}

type Store = ReturnType<typeof ownViewStore>

export type OwnView = ReturnType<typeof createOwnView>

/** What is known of a company, and what its owner says to that: names, feeds and rejections, for their own view alone. */
export function createOwnView({ database, clock, queue, companies, briefs }: Needs) {
  async function card(userId: string, companyId: number): Promise<IdentityCard> {
    const subjectId = await companies.subjectOf(userId, companyId)
    const own = await database.asUser(userId, async (queries) => {
      const store = ownViewStore(queries)
      return {
        aliases: await store.aliases(userId, companyId),
        rejections: await store.rejections(userId, companyId),
        feeds: await store.feeds(userId, companyId),
      }
    })
    const looks =
      own.feeds.length > 0 ? await looksAt(database.system, companyId) : new Map<string, OwnFeed>()
    return {
      facts: withRejections(
        await factsOf(database.system, subjectId),
        own.rejections.filter(({ kind }) => !isRuleKind(kind)),
      ),
      aliases: own.aliases.map(({ alias }) => alias),
      feeds: own.feeds.map((url) => looks.get(url) ?? { url, state: null, problem: null, checkedAt: null }),
      notMine: await rulesInWords(database.system, userId, companyId, own.rejections),
    }
  }

  /** Writes what the owner says, and at once what follows from it. */
  async function change(
    userId: string,
    companyId: number,
    work: (store: Store, queries: Queries) => Promise<void>,
  ): Promise<IdentityCard> {
    await database.asUser(userId, async (queries) => {
      const store = ownViewStore(queries)
      if (!(await store.lock(userId, companyId))) throw new AppError('not-found', COMPANY_NOT_FOUND)
      await work(store, queries)
    })
    await database.asSystem(async (queries) => {
      await ownFinds(queries).dropUnfounded(userId, companyId)
      await markOwnViews(queries, sql`companies.id = ${companyId} and companies.user_id = ${userId}`)
      await briefs.rewriteOwn(queries, [companyId], clock())
      // Their other pages, in whichever process, show it too.
      await queries.execute(sql`select pg_notify('tidings_own_news', ${JSON.stringify([companyId])})`)
    })
    return card(userId, companyId)
  }

  async function makeRule(userId: string, companyId: number, rule: Pick<NotMineRule, 'kind' | 'value'>) {
    const { notMine } = await card(userId, companyId)
    const isThere = notMine.some(({ kind, value }) => kind === rule.kind && value === rule.value)
    if (
      rule.kind === 'story' &&
      !isThere &&
      !(await seesStory(database.system, userId, companyId, Number(rule.value)))
    )
      throw new AppError('conflict', STORY_GONE)
    return change(userId, companyId, async (store) => {
      const there = (await store.rejections(userId, companyId)).filter(({ kind }) => kind === rule.kind)
      if (there.length >= MAX_RULES[rule.kind] && !there.some(({ value }) => value === rule.value))
        throw new AppError('invalid-input', RULES_FULL)
      await store.reject(userId, companyId, rule, clock())
    })
  }

  return {
    card,

    addAlias: (userId: string, companyId: number, alias: string) =>
      change(userId, companyId, async (store) => {
        const there = await store.aliases(userId, companyId)
        if (there.some(({ key }) => key === aliasKey(alias)))
          throw new AppError('conflict', aliasThere(alias))
        if (there.length >= MAX_ALIASES) throw new AppError('invalid-input', ALIASES_FULL)
        await store.addAlias(userId, companyId, alias, clock())
      }),

    removeAlias: (userId: string, companyId: number, alias: string) =>
      change(userId, companyId, (store) => store.removeAlias(userId, companyId, alias)),

    /** Its watch is made by the job that is enqueued with it. */
    addFeed: (userId: string, companyId: number, url: string) =>
      change(userId, companyId, async (store, queries) => {
        const there = await store.feeds(userId, companyId)
        if (there.includes(url)) throw new AppError('conflict', FEED_THERE)
        if (there.length >= MAX_FEEDS) throw new AppError('invalid-input', FEEDS_FULL)
        await store.addFeed(userId, companyId, url, clock())
        await queue.enqueue(queries, 'gather.run', {})
      }),

    removeFeed: (userId: string, companyId: number, url: string) =>
      change(userId, companyId, (store) => store.removeFeed(userId, companyId, url)),

    /** What could be said of a story that is not about the company, and what each would remove. */
    async preview(userId: string, companyId: number, storyId: number): Promise<RulePreview[]> {
      await companies.subjectOf(userId, companyId)
      const rules = await previewRules(database.system, userId, companyId, storyId)
      if (!rules) throw new AppError('not-found', STORY_NOT_FOUND)
      return rules
    },

    async reject(userId: string, companyId: number, fact: FactName): Promise<IdentityCard> {
      if (isRuleKind(fact.kind)) return makeRule(userId, companyId, { kind: fact.kind, value: fact.value })
      const { facts } = await card(userId, companyId)
      if (!facts.some(({ kind, value }) => kind === fact.kind && value === fact.value))
        throw new AppError('conflict', FACT_GONE)
      return change(userId, companyId, (store) => store.reject(userId, companyId, fact, clock()))
    },

    accept: (userId: string, companyId: number, fact: FactName) =>
      change(userId, companyId, (store) => store.accept(userId, companyId, fact)),

    export: (userId: string): Promise<Record<string, object[]>> =>
      database.asUser(userId, (queries) => ownViewStore(queries).everything(userId)),

    erase: (queries: Queries, userId: string) => ownFinds(queries).removeAll(userId),
  }
}

type Fact = Omit<IdentityFact, 'isRejected'>

/** What is known of a subject; the name that it is looked for under is among it, wherever that came from. */
async function factsOf(queries: Queries, subjectId: number | null): Promise<Fact[]> {
  if (subjectId === null) return []
  const { rows } = await queries.execute<Record<string, string>>(sql`
    select kind, value, found_at, found_on from subject_facts where subject_id = ${subjectId}
    union all
    select 'name', subjects.name, coalesce(title.found_at, subjects.website), coalesce(title.found_on, subjects.surveyed_at)
    from subjects
    left join lateral (
      select found_at, found_on from subject_facts where subject_id = subjects.id and kind = 'title' limit 1) as title on true
    where subjects.id = ${subjectId} and not exists (
      select from subject_facts where subject_id = subjects.id and kind = 'name' and value = subjects.name)
    order by 1, 2`)
  return rows.map(({ kind = '', value = '', found_at: foundAt, found_on: foundOn }) => ({
    kind,
    value,
    foundAt: foundAt ?? null,
    foundOn: foundOn ? new Date(foundOn).toISOString() : null,
  }))
}

/** A rejection stays to be taken back when its site does not tell the fact any more. */
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

async function looksAt(queries: Queries, companyId: number): Promise<Map<string, OwnFeed>> {
  const { rows } = await queries.execute<{
    address: string
    state: OwnFeed['state']
    problem: string | null
    checked_at: string | null
  }>(sql`
    select address, state, problem, checked_at from watches where company_id = ${companyId} and source = ${OWN_FEED}`)
  return new Map(
    rows.map(({ address, state, problem, checked_at }) => [
      address,
      { url: address, state, problem, checkedAt: checked_at && new Date(checked_at).toISOString() },
    ]),
  )
}
