import { sql, type SQL } from 'drizzle-orm'
import type { Section } from '#domain/sections.ts'
import type { CurateTask, Telling } from '../../curate/curate.ts'
import type { Queries } from '../../database/open.ts'
import { SITE } from '../look.ts'
import { seenArticles } from '../own-view/seen-articles.ts'

/** What a company's brief is made of, and whose brief it is. */
export type BriefTask<Whose> = CurateTask & { whose: Whose }

/** Some of them may tell the same. */
const MOST = 24
/** A brief quotes the beginning of a story. */
const LONGEST_TEXT = 6000

type Row = {
  whose: number
  user_id: string
  company: string
  other_names: string[] | null
  id: string
  url: string
  title: string
  text: string
  publisher: string | null
  published_at: string
  kind: string
  facts: Record<string, unknown>
  source: string
  story_id: string | null
  same_as: string | null
  is_primary: boolean
  section: Section | null
  happening: string | null
  weight: number
}

const words = sql`left(articles.text, ${LONGEST_TEXT}) as text, articles.facts`
const noWords = sql`'' as text, '{}'::jsonb as facts`

const otherNames = (subjectId: SQL) => sql`(
  select array_agg(value) from subject_facts where subject_id = ${subjectId} and kind = 'name') as other_names`

/** The newest articles of each subject. */
export const tellingsOf = (queries: Queries, subjectIds: number[]) => ofSubjects(queries, subjectIds, words)

/** The same, of which only the titles are needed. */
export const headlinesOf = (queries: Queries, subjectIds: number[]) =>
  ofSubjects(queries, subjectIds, noWords)

async function ofSubjects(queries: Queries, ids: number[], text: SQL): Promise<BriefTask<number>[]> {
  if (ids.length === 0) return []
  const { rows } = await queries.execute<Row>(sql`
    select subjects.id as whose, subjects.name as company, ${otherNames(sql`subjects.id`)}, newest.* from subjects
    cross join lateral (
      select ${text}, articles.id, articles.url, articles.title, articles.publisher, articles.published_at, articles.kind,
        articles.same_as, articles.section, articles.happening, articles.weight, link.source, link.story_id, link.is_primary
      from subject_articles link join articles on articles.id = link.article_id
      where link.subject_id = subjects.id
      order by link.published_at desc, link.article_id desc limit ${MOST}) as newest
    where subjects.id = any(${sql.param(ids)}::int[])`)
  return tasksOf(rows, ({ whose }) => whose)
}

export type Owned = { companyId: number; userId: string }

/** The newest articles that the owners of these companies see, where they see them in a way of their own. */
export const ownTellingsOf = (queries: Queries, companyIds: number[]) => ofOwners(queries, companyIds, words)

export const ownHeadlinesOf = (queries: Queries, companyIds: number[]) =>
  ofOwners(queries, companyIds, noWords)

async function ofOwners(queries: Queries, ids: number[], text: SQL): Promise<BriefTask<Owned>[]> {
  if (ids.length === 0) return []
  const { rows } = await queries.execute<Row>(sql`
    select companies.id as whose, companies.user_id, companies.name as company,
      ${otherNames(sql`companies.subject_id`)}, seen.*, ${text} from companies
    cross join lateral (${seenArticles(MOST)}) as seen join articles on articles.id = seen.id
    where companies.has_own_view and companies.id = any(${sql.param(ids)}::int[])
    order by seen.published_at desc, seen.id desc`)
  return tasksOf(rows, ({ whose, user_id: userId }) => ({ companyId: whose, userId }))
}

function tasksOf<Whose>(rows: Row[], whoseOf: (row: Row) => Whose): BriefTask<Whose>[] {
  return [...Map.groupBy(rows, ({ whose }) => whose).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { company, other_names: names } = first
    return [{ whose: whoseOf(first), company, otherNames: names ?? [], tellings: tellings(own) }]
  })
}

function tellings(rows: Row[]): Telling[] {
  const founders = new Set(rows.map((row) => row.story_id))
  const seen = new Set(rows.map(({ id }) => id))
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    title: row.title,
    text: row.text,
    // What a company says on its own site needs no further name.
    publisher: row.source === SITE ? null : row.publisher,
    publishedAt: new Date(row.published_at).toISOString(),
    kind: row.kind,
    facts: row.facts,
    isPrimary: row.is_primary,
    // What nobody has looked at yet may still find its story.
    story: row.story_id ?? (founders.has(row.id) || row.happening !== null ? row.id : null),
    sameAs: row.same_as !== null && seen.has(row.same_as) ? row.same_as : null,
    judged: row.happening === null ? null : { section: row.section, weight: row.weight },
  }))
}
