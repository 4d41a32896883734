import { sql } from 'drizzle-orm'
import { type CompanyCoverage, type Coverage, type CoverageEntry } from '#domain/coverage.ts'
import { BAD_STATES, coverageState, GOOD_STATES, type Looks } from '#domain/coverage-state.ts'
import { sourceText } from '#domain/source-register.ts'
import type { Database } from '../database/open.ts'
import { sharedSources } from './shared-sources.ts'
import { storiesOf } from './own-view/seen-articles.ts'

type Ledger = {
  source: string
  address: string
  state: CoverageEntry['state']
  problem: string | null
  checked_at: string | null
  good_at: string | null
  next_at: string
  failing_since: string | null
}

type Short = Looks & {
  id: number
  is_new: boolean
  has_news: boolean
  good_at: string | null
  next_at: string | null
  failing_since: string | null
  problem: string | null
}

const instant = (value: string | null) => (value === null ? null : new Date(value).toISOString())

/** What is known about a subject, read once somebody has shown that the company is theirs. */
export const createLedger = (database: Database) => ({
  async coverage(subjectId: number | null, companyId: number): Promise<Coverage> {
    if (subjectId === null) return { state: 'checking', goodAt: null, nextAt: null, entries: [] }
    const { rows } = await database.system.execute<Ledger>(sql`
      select source, address, state, problem, checked_at, good_at, next_at, failing_since from watches
      where (subject_id = ${subjectId} and company_id is null) or company_id = ${companyId} order by source, address`)
    const { rows: counted } = await database.system.execute<{ has: boolean }>(sql`
      select exists (select from subject_articles where subject_id = ${subjectId})
        or exists (select from company_articles where company_id = ${companyId}) as has`)
    const own = rows.map((row) => ({
      source: row.source,
      label: sourceText(row.source),
      address: row.address.split(' ').at(-1) || null,
      state: row.state,
      problem: row.problem,
      checkedAt: instant(row.checked_at),
      goodAt: instant(row.good_at),
      nextAt: instant(row.next_at) ?? '',
      failingSince: instant(row.failing_since),
    }))
    const shared = (await sharedSources(database.system, subjectId)).filter(
      ({ source }) => !own.some((each) => each.source === source),
    )
    const entries = [...own, ...shared]
    return {
      // That the press is read says nothing of a company whose own places fail.
      state: coverageState(looksOf(own.length > 0 ? own : shared), counted[0]?.has ?? false),
      goodAt:
        entries
          .map(({ goodAt }) => goodAt)
          .filter((at) => at !== null)
          .toSorted()
          .at(-1) ?? null,
      nextAt: entries.map(({ nextAt }) => nextAt).toSorted()[0] ?? null,
      entries,
    }
  },

  /** Every company of the user's that is not simply well covered, in one question. */
  async inShort(userId: string): Promise<CompanyCoverage[]> {
    const { rows } = await database.system.execute<Short>(sql`
      with mine as (
        select id, subject_id from companies where user_id = ${userId} and removed_at is null),
      theirs as (
        select mine.id as of, watches.* from mine
        join watches on watches.subject_id = mine.subject_id and watches.company_id is null
        union all select mine.id, watches.* from mine join watches on watches.company_id = mine.id),
      looks as (
        select of, count(*)::int as sources, count(*) filter (where state is null)::int as unchecked,
          count(*) filter (where state = any(${sql.param(GOOD_STATES)}))::int as good,
          count(*) filter (where state = any(${sql.param(BAD_STATES)}))::int as failing,
          max(good_at) as good_at, min(next_at) as next_at,
          min(failing_since) filter (where state = any(${sql.param(BAD_STATES)})) as failing_since,
          (array_agg(problem order by checked_at desc nulls last)
            filter (where problem is not null and state = any(${sql.param(BAD_STATES)})))[1] as problem
        from theirs group by of)
      select mine.id, mine.subject_id is null as is_new, looks.*, coalesce(sources, 0) as sources, coalesce(failing, 0) as failing,
        coalesce((select true from subject_articles where subject_id = mine.subject_id limit 1),
          (select true from company_articles where company_id = mine.id limit 1), false) as has_news
      from mine left join looks on looks.of = mine.id order by mine.id`)
    return rows.flatMap((row) => {
      const state = row.is_new ? 'checking' : coverageState(row, row.has_news)
      if (state === 'active') return []
      return [
        {
          companyId: row.id,
          state,
          sources: row.sources,
          failing: row.failing,
          goodAt: instant(row.good_at),
          nextAt: instant(row.next_at),
          failingSince: instant(row.failing_since),
          problem: row.problem,
        },
      ]
    })
  },

  stories: (userId: string, companyId: number) => storiesOf(database.system, userId, companyId),
})

/** How a list of looks turned out. */
export function looksOf(entries: Pick<CoverageEntry, 'state'>[]): Looks {
  const count = (isSo: (state: CoverageEntry['state']) => boolean) =>
    entries.filter(({ state }) => isSo(state)).length
  return {
    sources: entries.length,
    unchecked: count((state) => state === null),
    good: count((state) => state !== null && GOOD_STATES.includes(state)),
    failing: count((state) => state !== null && BAD_STATES.includes(state)),
  }
}
