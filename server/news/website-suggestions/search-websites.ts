import { sql } from 'drizzle-orm'
import type { WebsiteEvidence } from '#domain/news/website-suggestions.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import type { Database } from '../../platform/database/open.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { describeError, type Log } from '../../platform/log.ts'
import { Deferred } from '../sources/host-limits.ts'
import { withinRobots, type Permission } from '../sources/robots.ts'
import { isFetchError } from '../sources/poll-result.ts'
import { nameDomains, sitesIn } from './candidates.ts'
import { isDistinctive, nameOnSite } from './judge-site.ts'

/** Companies per run; the job runs every minute. */
const AT_ONCE = 10
const AGAIN_AFTER_DAYS = 30
const MAX_PAGE = 1024 * 1024
const PAGE_MS = 5000

type Needs = {
  database: Database
  clock: Clock
  log: Log
  fetch: Fetch
  permission: (url: string) => Promise<Permission>
}

type Wanted = { id: number; name: string; articles: { title: string; url: string; text: string }[] | null }
type Found = { website: string; isSure: boolean; evidence: WebsiteEvidence[] }

export type WebsiteSearch = ReturnType<typeof createWebsiteSearch>

/** Requests the domains that articles mention or the company's name suggests, once every 30 days for everybody who tracks it. */
export function createWebsiteSearch({ database, clock, log, fetch, permission }: Needs) {
  const fetchPage = withinRobots(fetch, permission)

  async function search({ name, articles }: Wanted): Promise<Found[]> {
    const mentioned = new Map<string, WebsiteEvidence[]>()
    for (const { title, url, text } of articles ?? [])
      for (const website of sitesIn(`${url} ${text}`, name))
        mentioned.set(website, [...(mentioned.get(website) ?? []), { kind: 'article', title, url }])
    const found = new Map<string, WebsiteEvidence[]>()
    for (const address of new Set([...mentioned.keys(), ...nameDomains(name)])) {
      const said = await ask(address, name)
      if (!said) continue
      const evidence = mentioned.get(address)?.slice(0, 2) ?? []
      const before = found.get(said.website) ?? [{ kind: 'says-name', name: said.name }]
      found.set(said.website, [...before, ...evidence])
    }
    return [...found].map(([website, evidence]) => ({
      website,
      evidence,
      isSure: (found.size === 1 && isDistinctive(name)) || (evidence.length > 1 && found.size === 1),
    }))
  }

  async function ask(url: string, name: string) {
    try {
      return nameOnSite(await fetchPage({ url, accept: 'text/html', maxBytes: MAX_PAGE, timeoutMs: PAGE_MS }), name)
    } catch (error) {
      if (isFetchError(error) || error instanceof Deferred) return null
      throw error
    }
  }

  return {
    async run(): Promise<number> {
      const now = clock()
      const wanted = await database.asSystem(async (queries) => (await queries.execute<Wanted>(claim(now))).rows)
      for (const company of wanted) {
        try {
          const found = await search(company)
          if (found.length > 0) await database.asSystem((queries) => queries.execute(save(company.id, found, now)))
        } catch (error) {
          log.warn({ err: describeError(error) }, 'website search failed')
        }
      }
      return wanted.length
    },
  }
}

/** Marks companies before searching, so that neither a crash nor a second worker repeats the requests. */
const claim = (now: Date) => sql`
  with next as (
    select id from tracked_companies
    where website is null and sample_of is null and joined_to is null
      and (website_searched_at is null or website_searched_at < ${new Date(now.getTime() - AGAIN_AFTER_DAYS * DAY_MS).toISOString()}::timestamptz)
      and exists (select from companies where companies.tracked_company_id = tracked_companies.id and removed_at is null and not is_sample)
    order by website_searched_at nulls first, id limit ${AT_ONCE} for update skip locked)
  update tracked_companies set website_searched_at = ${now.toISOString()}::timestamptz from next
  where tracked_companies.id = next.id
  returning tracked_companies.id,
    (select name from companies where tracked_company_id = tracked_companies.id and removed_at is null order by id limit 1) as name,
    (select jsonb_agg(jsonb_build_object('title', title, 'url', url, 'text', left(text, 5000))) from (
      select title, url, text from tracked_company_articles link join articles on articles.id = link.article_id
      where link.tracked_company_id = tracked_companies.id and articles.owner_company_id is null
      order by link.published_at desc limit 20) as newest) as articles`

const save = (id: number, found: Found[], now: Date) => sql`
  insert into website_suggestions (tracked_company_id, website, is_sure, evidence, found_at)
  select ${id}::int, row.website, row.is_sure, row.evidence, ${now.toISOString()}::timestamptz
  from jsonb_to_recordset(${JSON.stringify(found.map(({ isSure, ...rest }) => ({ ...rest, is_sure: isSure })))}::jsonb)
    as row (website text, is_sure boolean, evidence jsonb)
  on conflict (tracked_company_id, website) do update set is_sure = excluded.is_sure, evidence = excluded.evidence, found_at = excluded.found_at`
