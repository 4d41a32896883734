import { sql, type SQL } from 'drizzle-orm'
import { EVENT_WEIGHTS } from '#domain/taxonomy.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import type { Clock } from '#domain/time.ts'
import { describeError, type Log } from '../../platform/log.ts'
import { notifyNews, type Briefs } from './write-briefs.ts'
import type { Classification, ClassifyTask } from '../engine/classify-article.ts'
import type { Curator } from '../engine/curate.ts'
import { COMPANY_SITE } from '../sources/company-site/company-site.ts'
import { briefStore, ownerOf, type BriefOwner, type ClassifiedLink, type OwnerRow } from './brief-store.ts'
import { watchStore } from '../polling/watch-store.ts'
import { joinStored } from './join-stored.ts'

/** Kept small, because polling may wait for the rows that a batch locks. */
const AT_ONCE = 8

type Needs = { database: Database; clock: Clock; log: Log; briefs: Briefs }

export type CurateDue = ReturnType<typeof createCurateDue>

export function createCurateDue({ database, clock, log, briefs }: Needs) {
  let running: Promise<number> | null = null
  let isOpen = true

  const some = (limit: number, only = sql`true`) =>
    database.asSystem(async (queries) => {
      const owners = await claim(queries, limit, only)
      await notifyNews(queries, await briefs.curate(queries, owners, clock()))
      return owners.length
    })

  /** A brief that can't be written must not block the others: its headlines become final. */
  async function next(): Promise<number> {
    try {
      return await some(AT_ONCE)
    } catch (error) {
      log.error({ err: describeError(error) }, 'failed to write briefs')
    }
    try {
      return await some(1)
    } catch {
      return database.asSystem(acceptHeadlines)
    }
  }

  async function work(withinMs: number): Promise<number> {
    const end = performance.now() + withinMs
    let done = 0
    for (let count = await next(); count > 0; count = isOpen && performance.now() < end ? await next() : 0)
      done += count
    return done
  }

  return {
    /** Runs until no headline brief is left or the time is up; concurrent callers share one run. */
    run(withinMs = 50_000): Promise<number> {
      if (!isOpen) return Promise.resolve(0)
      running ??= work(withinMs).finally(() => {
        running = null
      })
      return running
    },

    async trackedCompanies(trackedCompanyIds: number[]): Promise<void> {
      const only = sql`tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[])`
      for (let left = isOpen; left;) left = (await some(AT_ONCE, only)) > 0
    },

    async close(): Promise<void> {
      isOpen = false
      await running?.catch(() => {})
    },
  }
}

async function claim(queries: Queries, limit: number, only: SQL): Promise<BriefOwner[]> {
  const { rows } = await queries.execute<OwnerRow & { shared_by: number | null }>(sql`
    select tracked_company_id, company_id, user_id, coalesce(tracked_company_id, (
      select companies.tracked_company_id from companies where companies.id = briefs.company_id)) as shared_by
    from briefs where status = 'headlines' and ${only} order by id limit ${limit} for update skip locked`)
  // Waiting could be a deadlock: whoever has locked a company may wait for its brief.
  const locked = await watchStore(queries).lockFreeTrackedCompanies(rows.flatMap((row) => row.shared_by ?? []))
  const owners = rows.filter((row) => row.shared_by === null || locked.has(row.shared_by)).flatMap(ownerOf)
  return [...new Map(owners.map((owner) => [`${owner.kind} ${owner.id}`, owner])).values()]
}

async function acceptHeadlines(queries: Queries): Promise<number> {
  const { rows } = await queries.execute(sql`
    update briefs set status = 'extractive',
      verified = jsonb_array_length(jsonb_path_query_array(body, '$[*].sentences[*]'))
    where id = (select id from briefs where status = 'headlines' order by id limit 1 for update skip locked) returning id`)
  return rows.length
}

const BACKLOG_AT_ONCE = 100
const LONGEST_TEXT = 6000

type BacklogNeeds = { database: Database; log: Log; curator: Pick<Curator, 'classify'> }

export type ClassifyBacklog = ReturnType<typeof createClassifyBacklog>

type UnreadLink = ClassifyTask & { id: string; trackedCompanyId: number | null; companyId: number | null }

/** Classifies articles that no brief needed, newest first, so that search by section finds them too. */
export function createClassifyBacklog({ database, log, curator }: BacklogNeeds) {
  const next = async (below: string | null) => {
    const unread = sql`link.event_type is null and (${below}::bigint is null or link.article_id < ${below}::bigint)
      order by link.article_id desc limit ${BACKLOG_AT_ONCE}`
    const { rows } = await database.system.execute<UnreadLink>(sql`
      select link.*, articles.id, title, left(text, ${LONGEST_TEXT}) as text, articles.publisher, articles.kind, articles.facts,
        articles.published_at as "publishedAt", coalesce(companies.name, tracked_companies.name) as company,
        array(select value from tracked_company_facts where kind = 'name' and tracked_company_id = tracked_companies.id
          union select alias from company_aliases own where own.company_id = companies.id) as "otherNames"
      from (
        (select link.article_id, link.tracked_company_id as "trackedCompanyId", null::int as "companyId",
          link.is_primary as "isPrimary", link.source = ${COMPANY_SITE} as "isOwn"
        from tracked_company_articles link where ${unread})
        union all
        (select link.article_id, null::int, link.company_id, link.is_primary, false
        from company_articles link where ${unread})) as link
      join articles on articles.id = link.article_id
      left join companies on companies.id = link."companyId"
      left join tracked_companies on tracked_companies.id = coalesce(link."trackedCompanyId", companies.tracked_company_id)
      order by articles.id desc limit ${BACKLOG_AT_ONCE}`)
    return rows
  }

  async function classify(rows: UnreadLink[]): Promise<Classification[]> {
    try {
      return await curator.classify(rows)
    } catch (error) {
      return classifyEach(rows, error)
    }
  }

  /** An article that can't be classified must not hold up the others: it's isolated, logged, and counts as a mention. */
  async function classifyEach(rows: UnreadLink[], because: unknown): Promise<Classification[]> {
    const classified: (Classification | undefined)[] = []
    for (const row of rows) classified.push((await curator.classify([row]).catch(() => []))[0])
    const failed = rows.filter((_, at) => !classified[at])
    if (failed.length === rows.length && rows.length > 1) {
      // The articles aren't the reason, so the next run tries them again; older articles don't wait for them.
      log.error({ err: describeError(because) }, 'failed to classify articles')
      return []
    }
    for (const { id } of failed) log.error({ article: id, err: describeError(because) }, 'failed to classify article')
    return classified.map((each) => each ?? MENTION)
  }

  return {
    async run(withinMs = 20_000): Promise<number> {
      const end = performance.now() + withinMs
      let done = 0
      for (let rows = await next(null); rows.length > 0 && performance.now() < end;) {
        const classified = await classify(rows)
        const named = rows.flatMap(({ id, trackedCompanyId, companyId }, at) => {
          const found = classified[at]
          return found ? [{ ...found, id, trackedCompanyId, companyId }] : []
        })
        await database.asSystem(async (queries) => {
          const trackedCompanyIds = idsIn(named, 'trackedCompanyId')
          await watchStore(queries).lockTrackedCompanies(trackedCompanyIds)
          await briefStore(queries).saveClassified(named)
          await joinStored(queries, { trackedCompanyIds, companyIds: idsIn(named, 'companyId') })
        })
        done += named.length
        rows = await next(rows.at(-1)?.id ?? null)
      }
      return done
    },
  }
}

const MENTION: Classification = {
  section: 'Other Notable Updates',
  eventType: 'mention',
  certainty: 'stated',
  statements: [],
  weight: EVENT_WEIGHTS.mention,
  direction: null,
  extractedFacts: [],
  denied: [],
  modelReads: null,
}

const idsIn = (links: ClassifiedLink[], column: 'trackedCompanyId' | 'companyId'): number[] => [
  ...new Set(links.flatMap((link) => link[column] ?? [])),
]
