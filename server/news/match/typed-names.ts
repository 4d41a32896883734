import { setImmediate as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/open.ts'
import { createNames, typedKeys, type TypedName } from './name-index.ts'
import { overrideArticles, viaName, type OverrideLink } from '../overrides/override-articles.ts'
import { watchStore, findTrackedCompanies } from '../polling/watch-store.ts'
import type { Curator, MatchTask } from '../engine/curate.ts'
import type { MatchResult } from './match.ts'
import type { Clock } from '#domain/time.ts'
import { notifyNews, type Briefs } from '../briefs/write-briefs.ts'
import { COMPANY_SITE } from '../sources/company-site/company-site.ts'
import { SAMPLE_SOURCE } from '../sources/sample.ts'
import { companyOf } from './link-articles.ts'

const CHUNK_SIZE = 2000

export function createKnownNames({ database }: { database: Database }) {
  let names = createNames([])
  let mark = ''

  async function markNow(): Promise<string> {
    const { rows } = await database.system.execute(sql`
      select (select max(id) from tracked_companies) as tracked_company, (select max(discovered_at) from tracked_companies) as discovered,
        (select count(*) from tracked_companies where joined_to is not null) as joined,
        (select max(id) from companies) as company, (select max(updated_at) from companies) as renamed,
        (select count(*) from company_aliases) as aliases, (select max(created_at) from company_aliases) as alias`)
    return JSON.stringify(rows[0])
  }

  return {
    now: () => names,

    /** In chunks, so that requests are not blocked meanwhile. */
    async refresh(): Promise<void> {
      const next = await markNow()
      if (next === mark) return
      const tracked = await watchStore(database.system).trackedCompanies()
      const fresh = createNames([], await overrideArticles(database.system).aliases())
      for (let from = 0; from < tracked.length; from += CHUNK_SIZE) {
        fresh.add(tracked.slice(from, from + CHUNK_SIZE))
        await pause()
      }
      const typed = await typedNames(database.system)
      for (let from = 0; from < typed.length; from += CHUNK_SIZE) {
        fresh.addTyped(typed.slice(from, from + CHUNK_SIZE))
        await pause()
      }
      names = fresh
      mark = next
    },
  }
}

const MAX_STORED = 50
const MAX_SCORED = 1000
/** A company's own posts are about itself, and fictional ones are about nobody. */
const NOT_PRESS = [COMPANY_SITE, SAMPLE_SOURCE]
const AT_ONCE = 200
const STORED_MS = 90 * 24 * 3_600_000

async function typedNames(queries: Queries): Promise<TypedName[]> {
  const { rows } = await queries.execute<{ id: number; tracked_company_id: number; name: string }>(sql`
    select id, tracked_company_id, name from companies
    where removed_at is null and tracked_company_id is not null and not is_sample`)
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

  async function matchSome(companyIds: number[]): Promise<void> {
    const stored = await storedWith(database.system, companyIds, new Date(clock().getTime() - STORED_MS))
    if (stored.length === 0) return
    const matchResults = await findMatches(stored)
    const links = stored.flatMap((row, at): OverrideLink[] => {
      const matchResult = matchResults[at]
      if (!matchResult?.about) return []
      const { evidence, primary } = matchResult
      return [
        {
          companyId: row.id,
          key: row.key,
          isOwnArticle: false,
          source: row.source,
          ...viaName(row.name),
          evidence,
          isPrimary: primary,
        },
      ]
    })
    await database.asSystem(async (queries) => {
      const changed = await overrideArticles(queries).link(links)
      await overrideArticles(queries).beginOverrides(changed)
      await briefs.rewriteOverrides(queries, changed, clock())
      await notifyNews(queries, { trackedCompanyIds: [], companyIds: changed })
    })
  }

  return {
    async matchStored(companyIds: number[]): Promise<void> {
      for (let from = 0; from < companyIds.length; from += AT_ONCE)
        await matchSome(companyIds.slice(from, from + AT_ONCE))
    },

    /** A scan has found out what these companies do: repeat matches that were made without knowing. */
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

async function storedWith(queries: Queries, companyIds: number[], since: Date): Promise<Stored[]> {
  const { rows: companies } = await queries.execute<{ id: number; name: string }>(sql`
    select id, name from companies where id = any(${sql.param(companyIds)}::int[])
      and removed_at is null and tracked_company_id is not null and not is_sample`)
  const phrases = companies.flatMap(({ id, name }) => typedKeys(name).map((phrase) => ({ id, phrase })))
  const { rows } = await queries.execute<Stored>(sql`
    select distinct companies.id, companies.tracked_company_id, companies.name, stored.*
    from unnest(${sql.param(phrases.map(({ id }) => id))}::int[], ${sql.param(phrases.map(({ phrase }) => phrase))}::text[])
      as typed (id, phrase)
    join companies on companies.id = typed.id
    cross join lateral (
      select articles.key, articles.title, articles.text, articles.url, link.source from articles
      cross join lateral (
        select source from tracked_company_articles where article_id = articles.id and source <> all(${sql.param(NOT_PRESS)}::text[])
        union all select source from company_articles where article_id = articles.id and source <> all(${sql.param(NOT_PRESS)}::text[]) limit 1) as link
      where articles.search @@ phraseto_tsquery('english'::regconfig, typed.phrase)
        and articles.published_at > ${since} and articles.owner_company_id is null
        and not exists (
          select from tracked_company_articles known
          where known.article_id = articles.id and known.tracked_company_id = companies.tracked_company_id)
      order by articles.published_at desc limit ${MAX_STORED}) as stored`)
  return rows
}
