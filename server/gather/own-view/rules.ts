import { sql } from 'drizzle-orm'
import type { FactName } from '#domain/identity-card.ts'
import {
  isRuleKind,
  MOST_PREVIEWED,
  ruleProblem,
  ruleWords,
  type NotMineRule,
  type RulePreview,
} from '#domain/not-mine.ts'
import type { Queries } from '../../database/open.ts'
import { registrableDomain } from '../ingest/publisher.ts'
import { longerNames } from './longer-names.ts'
import { fitsRule } from './not-mine.ts'
import { seenArticles } from './seen-articles.ts'

/** What is older than so many of a company's articles is read by nobody. */
const MOST_ARTICLES = 2000

type Rule = Pick<NotMineRule, 'kind' | 'value'>
type SeenRow = {
  id: string
  url: string
  title: string
  publisher: string | null
  published_at: string
  same_as: string | null
  story_id: string | null
  /** Which of the rules that could be made would remove it. */
  fits: number[]
}

/** The rules among what the owner rejected, each as they are told of it. */
export async function rulesInWords(
  queries: Queries,
  userId: string,
  companyId: number,
  rejections: FactName[],
): Promise<NotMineRule[]> {
  const rules = rejections.flatMap(({ kind, value }) => (isRuleKind(kind) ? [{ kind, value }] : []))
  if (rules.length === 0) return []
  const { rows } = await queries.execute<{ value: string; title: string }>(sql`
    select said.value, articles.title from company_rejections said
    join companies on companies.id = said.company_id and companies.user_id = said.user_id and companies.removed_at is null
    join articles on articles.id = case said.kind when 'story' then said.value::bigint end
    where said.company_id = ${companyId} and said.user_id = ${userId}`)
  const titles = new Map(rows.map(({ value, title }) => [value, title]))
  return rules.map(({ kind, value }) => ({
    kind,
    value,
    words: kind === 'story' ? (titles.get(value) ?? 'A story that is gone') : ruleWords[kind](value),
  }))
}

/** Whether the owner of a company sees this story of it. */
export async function seesStory(
  queries: Queries,
  userId: string,
  companyId: number,
  storyId: number,
): Promise<boolean> {
  const rows = await seenBy(queries, userId, companyId, [])
  return rows.some((row) => storyOf(row) === storyId)
}

/** What the owner of a company could say of a story that is not about it, and what else each would remove; null where they see no such story. */
export async function previewRules(
  queries: Queries,
  userId: string,
  companyId: number,
  storyId: number,
): Promise<RulePreview[] | null> {
  const told = (await seenBy(queries, userId, companyId, [])).filter((row) => storyOf(row) === storyId)
  if (told.length === 0) return null
  const names = await namesOf(queries, userId, companyId)
  const texts = await textsOf(queries, told)
  const rules: Rule[] = [
    { kind: 'story' as const, value: String(storyId) },
    ...domainsOf(told).map((value) => ({ kind: 'publisher' as const, value })),
    ...longerNames(names, texts).map((value) => ({ kind: 'phrase' as const, value })),
  ].filter(({ kind, value }) => ruleProblem(kind, value) === null)
  const stories = Map.groupBy(await seenBy(queries, userId, companyId, rules), storyOf)
  return rules.map((rule, number) => previewOf(rule, number, [...stories]))
}

function previewOf(rule: Rule, number: number, stories: [id: number, rows: SeenRow[]][]): RulePreview {
  const fits = ({ fits: numbers }: SeenRow) => numbers.includes(number)
  const touched = stories.filter(([, rows]) => rows.some(fits))
  const gone = touched.filter(([, rows]) => rows.every(fits))
  return {
    ...rule,
    words: ruleWords[rule.kind](rule.value),
    count: gone.length,
    thinned: touched.length - gone.length,
    stories: gone.slice(0, MOST_PREVIEWED).flatMap(([id, rows]) => {
      const shown = rows.find((row) => Number(row.id) === id) ?? rows[0]
      if (!shown) return []
      const { title, publisher } = shown
      return [{ id, title, publisher, publishedAt: new Date(shown.published_at).toISOString() }]
    }),
  }
}

const storyOf = (row: SeenRow) => Number(row.story_id ?? row.id)

async function seenBy(
  queries: Queries,
  userId: string,
  companyId: number,
  rules: Rule[],
): Promise<SeenRow[]> {
  const fits = sql`, array(
    select said.number from unnest(
      ${sql.param(rules.map((_, number) => number))}::int[], ${sql.param(rules.map(({ kind }) => kind))}::text[],
      ${sql.param(rules.map(({ value }) => value))}::text[]) as said (number, kind, value)
    where ${fitsRule}) as fits`
  const { rows } = await queries.execute<SeenRow>(sql`
    select seen.id, seen.url, seen.title, seen.publisher, seen.published_at, seen.same_as, seen.story_id, seen.fits
    from companies cross join lateral (${seenArticles(MOST_ARTICLES, fits)}) as seen
    where companies.id = ${companyId} and companies.user_id = ${userId} and companies.removed_at is null
    order by seen.published_at desc, seen.id desc`)
  return rows
}

/** Whatever the company is known by to its owner. */
async function namesOf(queries: Queries, userId: string, companyId: number): Promise<string[]> {
  const { rows } = await queries.execute<{ name: string }>(sql`
    with own as (select * from companies where id = ${companyId} and user_id = ${userId} and removed_at is null)
    select name from own
    union select subjects.name from own join subjects on subjects.id = own.subject_id
    union select fact.value from own join subject_facts fact on fact.subject_id = own.subject_id and fact.kind = 'name'
    union select alias from own join company_aliases on company_aliases.company_id = own.id and company_aliases.user_id = own.user_id`)
  return rows.map(({ name }) => name)
}

/** The words of articles that were seen to be the user's to read. */
async function textsOf(queries: Queries, told: SeenRow[]): Promise<string[]> {
  const ids = told.flatMap(({ id, same_as: sameAs }) => (sameAs === null ? [id] : [id, sameAs]))
  const { rows } = await queries.execute<{ title: string; text: string }>(sql`
    select title, text from articles where id = any(${sql.param(ids)}::bigint[]) order by id`)
  return rows.flatMap(({ title, text }) => [title, text])
}

const domainsOf = (told: SeenRow[]) => [
  ...new Set(told.map(({ url }) => registrableDomain(url)).filter((domain) => domain !== null)),
]
