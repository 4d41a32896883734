import { sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'
import type { Log } from '../../platform/log.ts'

export type Access = 'open' | 'refused' | 'untracked' | { waitS: number }
export type ServiceKeys = ReturnType<typeof createServiceKeys>

/** Somebody with access tracks the company. */
export const isTracked = (id: number) => sql`exists (
  select from companies join users on users.id = companies.user_id
  where tracked_company_id = ${id}::int and removed_at is null and not is_sample and subscription_status <> 'expired')`

/** Services that need a key: which of them may not be asked now, for all workers together. */
export const createServiceKeys = ({ queries, log }: { queries: Queries; log: Log }) => ({
  async accessTo(source: string, trackedCompanyId: number | null): Promise<Access> {
    const { rows } = await queries.execute<{ is_refused: boolean; paused_s: number | null; is_tracked: boolean }>(sql`
      select exists (select from search_pauses where source = ${source} and refused_at is not null) as is_refused,
        (select extract(epoch from paused_until - statement_timestamp())::float from search_pauses
          where source = ${source} and paused_until > statement_timestamp()) as paused_s,
        ${trackedCompanyId === null ? sql`true` : isTracked(trackedCompanyId)} as is_tracked`)
    const [row] = rows
    if (!row?.is_tracked) return 'untracked'
    if (row.is_refused) return 'refused'
    return row.paused_s === null ? 'open' : { waitS: row.paused_s }
  },

  async pause(source: string, seconds: number): Promise<void> {
    await queries.execute(sql`
      insert into search_pauses as known (source, paused_until)
      values (${source}, statement_timestamp() + make_interval(secs => ${seconds}))
      on conflict (source) do update set paused_until = greatest(known.paused_until, excluded.paused_until)`)
  },

  /** The log says it once; the health page until a restart. */
  async refuse(source: string): Promise<void> {
    const { rows } = await queries.execute(sql`
      insert into search_pauses as known (source, refused_at) values (${source}, statement_timestamp())
      on conflict (source) do update set refused_at = excluded.refused_at where known.refused_at is null
      returning source`)
    if (rows.length > 0) log.warn({ source }, 'the service refuses our key; it is not asked again until a restart')
  },

  /** An answer shows that the key is valid, whatever another request said. */
  async accept(source: string): Promise<void> {
    await queries.execute(
      sql`update search_pauses set refused_at = null where source = ${source} and refused_at is not null`,
    )
  },

  /** The operator may have set another key before the restart. */
  async forgetRefusals(now: Date): Promise<void> {
    await queries.execute(sql`
      with forgotten as (delete from search_pauses where refused_at is not null returning source)
      update watches set next_at = least(next_at, ${now.toISOString()}::timestamptz) from forgotten
      where watches.source = forgotten.source and state = 'failed' and claim is null`)
  },
})
