import type { JobOverview } from '#domain/operation.ts'
import type { Database } from '../../database/open.ts'

const MOST_PARKED = 100
const MOST_LETTERS = 300

type Line = {
  name: string
  waiting: number
  active: number
  retrying: number
  parked: number
  done_at: Date | null
}
type Parked = {
  id: string
  name: string
  created_on: Date
  completed_on: Date | null
  retry_count: number
  problem: string | null
}

/** What the queue's own tables tell of its jobs; what a job was given stays there. */
export async function jobRecords(database: Database): Promise<JobOverview> {
  const lines = await database.execute(`
    select queue.name, count(job.id) filter (where state = 'created')::int as waiting,
      count(job.id) filter (where state = 'active')::int as active,
      count(job.id) filter (where state = 'retry')::int as retrying,
      count(job.id) filter (where state = 'failed')::int as parked,
      max(completed_on) filter (where state = 'completed') as done_at
    from pgboss.queue left join pgboss.job on job.name = queue.name
    where queue.name not like E'\\\\_\\\\_%' group by queue.name order by queue.name`)
  const parked = await database.execute(
    `select id, name, created_on, completed_on, retry_count,
      coalesce(output #>> '{cause,message}', output ->> 'message') as problem
    from pgboss.job where state = 'failed' order by completed_on desc nulls last, id limit $1`,
    [MOST_PARKED],
  )
  return {
    lines: (lines.rows as Line[]).map(({ done_at: doneAt, ...line }) => ({
      ...line,
      doneAt: doneAt?.toISOString() ?? null,
    })),
    parked: (parked.rows as Parked[]).map((job) => ({
      id: job.id,
      name: job.name,
      createdAt: job.created_on.toISOString(),
      failedAt: job.completed_on?.toISOString() ?? null,
      tries: job.retry_count + 1,
      problem: toldProblem(job.problem),
    })),
  }
}

/** A statement comes with its values, which may be somebody's. */
function toldProblem(problem: string | null): string | null {
  if (problem === null) return null
  return problem.startsWith('Failed query')
    ? 'A question to the database failed'
    : problem.slice(0, MOST_LETTERS)
}

/** The queue that a parked job is in; null where there is no such job. */
export async function parkedIn(database: Database, id: string): Promise<string | null> {
  const { rows } = await database.execute(`select name from pgboss.job where id = $1 and state = 'failed'`, [
    id,
  ])
  return (rows[0] as { name: string } | undefined)?.name ?? null
}
