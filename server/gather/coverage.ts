import { sql } from 'drizzle-orm'
import { coverageState, type Coverage, type CoverageEntry } from '#domain/coverage.ts'
import type { Story } from '#domain/stories.ts'
import { isSourceName, sourceLabel } from '#domain/source-register.ts'
import type { Database } from '../database/open.ts'

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

const instant = (value: string | null) => (value === null ? null : new Date(value).toISOString())

/** What is known about a subject, read once somebody has shown that the company is theirs. */
export const createLedger = (database: Database) => ({
  async coverage(subjectId: number | null): Promise<Coverage> {
    if (subjectId === null) return { state: 'checking', goodAt: null, nextAt: null, entries: [] }
    const { rows } = await database.system.execute<Ledger>(sql`
      select source, address, state, problem, checked_at, good_at, next_at, failing_since
      from watches where subject_id = ${subjectId} order by source, address`)
    const { rows: counted } = await database.system.execute<{ has: boolean }>(
      sql`select exists (select from subject_articles where subject_id = ${subjectId}) as has`,
    )
    const entries = rows.map((row) => ({
      source: row.source,
      label: isSourceName(row.source) ? sourceLabel(row.source) : row.source,
      address: row.address.split(' ').at(-1) || null,
      state: row.state,
      problem: row.problem,
      checkedAt: instant(row.checked_at),
      goodAt: instant(row.good_at),
      nextAt: instant(row.next_at) ?? '',
      failingSince: instant(row.failing_since),
    }))
    return {
      state: coverageState(entries, counted[0]?.has ?? false),
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

  /** Each piece is a story of its own until curation puts those together that tell the same. */
  async stories(subjectId: number | null): Promise<Story[]> {
    if (subjectId === null) return []
    const { rows } = await database.system.execute<Record<string, string> & { evidence: string[] }>(sql`
      select articles.id, articles.title, articles.url, articles.publisher, articles.published_at, articles.precision,
        articles.kind, subject_articles.source, subject_articles.evidence
      from subject_articles join articles on articles.id = subject_articles.article_id
      where subject_articles.subject_id = ${subjectId}
      order by subject_articles.published_at desc, subject_articles.article_id desc limit 100`)
    return rows.map((row) => {
      const article = {
        id: Number(row.id),
        title: row.title ?? '',
        url: row.url ?? '',
        publisher: row.publisher ?? null,
        publishedAt: instant(row.published_at ?? null) ?? '',
        precision: row.precision as 'second' | 'day' | 'none',
        kind: row.kind ?? '',
        source: row.source ?? '',
      }
      return {
        id: article.id,
        title: article.title,
        publishedAt: article.publishedAt,
        section: null,
        evidence: row.evidence,
        articles: [article],
      }
    })
  },
})
