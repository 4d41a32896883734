import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Refreshed, RefreshProgress } from '#domain/refresh.ts'
import type { Database } from '../database/open.ts'
import { newsStore } from '../news/store.ts'
import type { Clock, Queue } from '../ports.ts'

const FULL_PER_HOUR = 6
const FRESH_MS = 5 * 60_000
const WAIT_MS = 50_000
const LOOK_EVERY_MS = 250

type Needs = {
  database: Database
  clock: Clock
  queue: Queue
  /** Gives companies that came just now their shared record. */
  adopt: () => Promise<void>
  /** Lends a hand in this process; a process that only serves leaves it to the workers. */
  help: () => Promise<unknown>
}

export type Refresh = ReturnType<typeof createRefresh>

/** Everything now, for the companies of one user; whoever else asks for the same shares the look. */
export function createRefresh({ database, clock, queue, adopt, help }: Needs) {
  async function begin(userId: string, ids: number[]): Promise<{ id: number; own: number[] }> {
    const own = await database.asUser(userId, async (queries) => {
      const { rows } = await queries.execute<{ id: number }>(sql`
        select id from companies where user_id = ${userId} and removed_at is null
          and id = any(${sql.param(ids)}::int[]) order by id`)
      return rows.map(({ id }) => id)
    })
    const now = clock()
    const id = await database.asUser(userId, async (queries) => {
      const { rows } = await queries.execute<{ n: number }>(sql`
        select count(*)::int as n from refreshes where user_id = ${userId}
          and started_at > ${new Date(now.getTime() - 3_600_000)} and cardinality(company_ids) > 1`)
      if (own.length > 1 && (rows[0]?.n ?? 0) >= FULL_PER_HOUR)
        throw new AppError(
          'too-many-requests',
          'Your news were refreshed several times in the last hour. Please wait a little.',
          {
            retryAfterSeconds: 600,
          },
        )
      const inserted = await queries.execute<{ id: number }>(sql`
        insert into refreshes (user_id, company_ids, started_at)
        values (${userId}, ${sql.param(own)}::int[], ${now}) returning id`)
      return inserted.rows[0]?.id ?? 0
    })
    await adopt()
    await database.asSystem(async (queries) => {
      await queries.execute(sql`
        update watches set next_at = ${now}, rank = asked.rank
        from (select subject_id, row_number() over (order by subject_id)::int as rank
              from companies where user_id = ${userId} and id = any(${sql.param(own)}::int[])) as asked
        where watches.subject_id = asked.subject_id and watches.claim is null
          and (watches.checked_at is null or watches.checked_at < ${new Date(now.getTime() - FRESH_MS)})
          and (watches.state is distinct from 'throttled' or watches.next_at <= ${now})`)
      await queue.enqueue(queries, 'gather.run', {})
    })
    return { id, own }
  }

  /** A company is done when nothing of it is waiting any more. */
  async function progress(userId: string, own: number[]): Promise<RefreshProgress> {
    const { rows } = await database.system.execute<{ waiting: number }>(sql`
      select count(distinct companies.id)::int as waiting from companies
      join watches on watches.subject_id = companies.subject_id
      where companies.user_id = ${userId} and companies.id = any(${sql.param(own)}::int[]) and watches.rank is not null`)
    return { done: own.length - (rows[0]?.waiting ?? 0), total: own.length }
  }

  async function result(userId: string, asked: number[], own: number[]): Promise<Refreshed> {
    const briefs = await database.asUser(userId, (queries) => newsStore(queries).feed(userId))
    const wanted = new Set(own)
    const news = briefs.flatMap(({ id, latestNews }) =>
      latestNews && wanted.has(id) ? [{ companyId: id, ...latestNews }] : [],
    )
    const { rows } = await database.system.execute<{
      id: number
      waiting: boolean
      good: boolean
      problem: string | null
    }>(sql`
      select companies.id, bool_or(watches.rank is not null) as waiting,
        bool_or(watches.state in ('ok', 'empty', 'unchanged', 'partial')) as good,
        (array_agg(watches.problem order by watches.checked_at desc nulls last) filter (where watches.problem is not null))[1] as problem
      from companies left join watches on watches.subject_id = companies.subject_id
      where companies.user_id = ${userId} and companies.id = any(${sql.param(own)}::int[]) group by companies.id`)
    const failed = rows.flatMap(({ id, waiting, good, problem }) =>
      good
        ? []
        : [
            {
              companyId: id,
              reason: waiting ? 'Still being checked.' : (problem ?? 'No source could be checked.'),
            },
          ],
    )
    const foreign = asked
      .filter((id) => !wanted.has(id))
      .map((companyId) => ({ companyId, reason: 'Company not found' }))
    return { news, failed: [...failed, ...foreign] }
  }

  return {
    async run(
      userId: string,
      ids: number[],
      onProgress?: (progress: RefreshProgress) => void,
    ): Promise<Refreshed> {
      const asked = [...new Set(ids)]
      const { id, own } = await begin(userId, asked)
      const helping = help().catch(() => {})
      const end = Date.now() + WAIT_MS
      let now = await progress(userId, own)
      onProgress?.(now)
      while (now.done < now.total && Date.now() < end) {
        await Promise.race([helping, new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))])
        const next = await progress(userId, own)
        if (next.done !== now.done) onProgress?.(next)
        now = next
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await database.asUser(userId, (queries) =>
        queries.execute(
          sql`update refreshes set finished_at = ${clock()} where id = ${id} and user_id = ${userId}`,
        ),
      )
      return result(userId, asked, own)
    },

    /** The refresh that is under way, for a page that was loaded again meanwhile. */
    async current(userId: string): Promise<RefreshProgress | null> {
      const since = new Date(clock().getTime() - WAIT_MS)
      const rows = await database.asUser(userId, async (queries) => {
        const found = await queries.execute<{ company_ids: number[] }>(sql`
          select company_ids from refreshes where user_id = ${userId} and finished_at is null and started_at > ${since}
          order by started_at desc limit 1`)
        return found.rows
      })
      return rows[0] ? progress(userId, rows[0].company_ids) : null
    },
  }
}
