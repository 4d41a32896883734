import { sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'
import type { PolledWatch } from './save-results.ts'

/**
 * Stops polling a domain that now belongs to someone else, and removes its articles. Nobody knows when it changed
 * hands, so everything found since the last scan that found the company counts as the new owner's. Returns the tracked
 * companies whose articles were unlinked.
 */
export async function dropLostSites(queries: Queries, polled: PolledWatch[]): Promise<number[]> {
  const unlinked: number[] = []
  for (const { watch, result } of polled) {
    const { trackedCompanyId, source } = watch
    if (!result.discovery?.isLost || trackedCompanyId === null) continue
    await queries.execute(sql`
      delete from watches where tracked_company_id = ${trackedCompanyId} and source = ${source} and kind <> 'discover'`)
    const isNewOwners = (since: ReturnType<typeof sql>) => sql`${since} > coalesce((
      select good_at from watches
      where tracked_company_id = ${trackedCompanyId} and source = ${source} and kind = 'discover'), '-infinity')`
    const { rows } = await queries.execute(sql`
      delete from tracked_company_articles link using articles
      where link.tracked_company_id = ${trackedCompanyId} and link.source = ${source}
        and articles.id = link.article_id and ${isNewOwners(sql`articles.found_at`)}
      returning link.article_id`)
    if (rows.length === 0) continue
    await queries.execute(sql`
      delete from briefs where ${isNewOwners(sql`briefs.created_at`)} and (tracked_company_id = ${trackedCompanyId}
        or company_id in (select id from companies where companies.tracked_company_id = ${trackedCompanyId}))`)
    unlinked.push(trackedCompanyId)
  }
  return unlinked
}
