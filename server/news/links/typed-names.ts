import { setImmediate as pause } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/open.ts'
import { createNames, type TypedName } from '../match/name-index.ts'
import { overrideArticles } from '../articles/override-articles.ts'
import { watchStore, findTrackedCompanies } from '../polling/watch-store.ts'
import type { Curator, MatchTask } from '../engine/curate.ts'
import type { MatchResult } from '../match/match.ts'
import type { Clock } from '#domain/time.ts'
import { notifyNews, type Briefs } from '../briefs/write-briefs.ts'
import { companyOf } from './link-articles.ts'

const CHUNK_SIZE = 2000

export function createKnownNames({ database }: { database: Database }) {
  let names = createNames([])
  let mark = ''
  let running: Promise<unknown> = Promise.resolve()

  /** Runs one task at a time so that an update isn't lost to an index being rebuilt from older data. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = running.then(work, work)
    running = result
    return result
  }

  async function markNow(): Promise<string> {
    const { rows } = await database.system.execute(sql`
      select (select max(id) from tracked_companies) as tracked_company, (select max(discovered_at) from tracked_companies) as discovered,
        (select count(*) from tracked_companies where joined_to is not null) as joined,
        (select sum(hashtextextended(name, id)) from companies where removed_at is null) as typed,
        (select sum(hashtextextended(alias, company_id)) from company_aliases) as aliases`)
    return JSON.stringify(rows[0])
  }

  /** Works in chunks so that requests aren't blocked. */
  async function rebuild(): Promise<boolean> {
    const next = await markNow()
    if (next === mark) return false
    const tracked = await watchStore(database.system).trackedCompanies()
    const fresh = createNames([], await overrideArticles(database.system).aliases())
    for (let from = 0; from < tracked.length; from += CHUNK_SIZE) {
      fresh.add(tracked.slice(from, from + CHUNK_SIZE))
      await pause()
    }
    const typed = await typedNames(database.system, sql`true`)
    for (let from = 0; from < typed.length; from += CHUNK_SIZE) {
      fresh.addTyped(typed.slice(from, from + CHUNK_SIZE))
      await pause()
    }
    names = fresh
    mark = next
    return true
  }

  async function update(trackedCompanyIds: number[]): Promise<void> {
    const { system } = database
    const typed = await typedNames(system, sql`tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[])`)
    const companyIds = typed.map(({ companyId }) => companyId)
    names.add(await watchStore(system).trackedCompanies(trackedCompanyIds))
    names.addTyped(typed)
    names.dropAliases(companyIds)
    names.addAliases(await overrideArticles(system).aliases(companyIds))
  }

  return {
    now: () => names,

    /** Covers all companies. Returns whether any name changed. */
    refresh: () => inTurn(rebuild),

    /** Covers only these companies, whose names are new, because many are added one after another. */
    update: (trackedCompanyIds: number[]) => inTurn(() => update(trackedCompanyIds)),
  }
}

const MAX_SCORED = 1000

async function typedNames(queries: Queries, which: SQL): Promise<TypedName[]> {
  const { rows } = await queries.execute<{ id: number; tracked_company_id: number; name: string }>(sql`
    select id, tracked_company_id, name from companies
    where removed_at is null and tracked_company_id is not null and not is_sample and ${which}`)
  return rows.map((row) => ({ companyId: row.id, trackedCompanyId: row.tracked_company_id, name: row.name }))
}

type Needs = { database: Database; clock: Clock; curator: Pick<Curator, 'match'>; briefs: Briefs }
type Stored = {
  id: number
  tracked_company_id: number
  name: string
  key: string
  title: string
  text: string
  url: string
  source: string
}

export function createTypedNames({ database, clock, curator, briefs }: Needs) {
  async function findMatches(named: Stored[]): Promise<(MatchResult | undefined)[]> {
    const views = await findTrackedCompanies(
      database.system,
      named.map((row) => row.tracked_company_id),
    )
    const tasks = named.map((row): MatchTask => {
      const view = views.get(row.tracked_company_id)
      return { item: row, companies: view ? [companyOf({ ...view, name: row.name, aliases: [] })] : [] }
    })
    return (await curator.match(tasks)).map(([matchResult]) => matchResult)
  }

  return {
    /** Called once a scan has found out what these companies do: repeats matches made without knowing that. */
    async matchAgain(trackedCompanyIds: number[]): Promise<void> {
      const linked = trackedCompanyIds.length === 0 ? [] : await linkedByName(database.system, trackedCompanyIds)
      if (linked.length === 0) return
      const matchResults = await findMatches(linked)
      const gone = linked.filter((_, at) => matchResults[at]?.about === false)
      if (gone.length === 0) return
      await database.asSystem(async (queries) => {
        const changed = await overrideArticles(queries).unlinkNamed(gone)
        await briefs.rewriteOverrides(queries, changed, clock())
        await notifyNews(queries, { trackedCompanyIds: [], companyIds: changed })
      })
    },
  }
}

async function linkedByName(queries: Queries, trackedCompanyIds: number[]): Promise<Stored[]> {
  const { rows } = await queries.execute<Stored>(sql`
    select companies.id, companies.tracked_company_id, companies.name,
      articles.key, articles.title, articles.text, articles.url, link.source
    from companies join company_articles link on link.company_id = companies.id and link.via_kind = 'name'
    join articles on articles.id = link.article_id
    where companies.tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[]) and companies.removed_at is null
    order by link.published_at desc limit ${MAX_SCORED}`)
  return rows
}
