import { MONTH_NAMES } from '#domain/dates/months.ts'
import { sql } from 'drizzle-orm'
import {
  type FactName,
  isRuleKind,
  MAX_PREVIEWED,
  ruleProblem,
  ruleDescriptions,
  type ExclusionRule,
  type RulePreview,
  isPhrase,
} from '#domain/news/overrides.ts'
import type { Queries } from '../../platform/database/open.ts'
import { registrableDomain } from '../formats/publisher.ts'
import { isOfRule, saysAny } from '../../platform/database/visible-articles.ts'
import { isOfCompany, newestVisible } from '../read/visible-articles.ts'
import { nameKey } from '#domain/companies/company-key.ts'

/** A company's older articles aren't shown anywhere. */
const MAX_ARTICLES = 2000

type Rule = Pick<ExclusionRule, 'kind' | 'value'>
type SeenRow = {
  id: string
  url: string
  title: string
  publisher: string | null
  published_at: string
  same_as: string | null
  story: string
  cluster: string
  fits: number[]
}

export async function describeRules(
  queries: Queries,
  companyId: number,
  rejections: FactName[],
): Promise<ExclusionRule[]> {
  const rules = rejections.flatMap(({ kind, value }) => (isRuleKind(kind) ? [{ kind, value }] : []))
  if (rules.length === 0) return []
  const { rows } = await queries.execute<{ value: string; title: string }>(sql`
    select value, title from visible_exclusions where company_id = ${companyId}`)
  const titles = new Map(rows.map(({ value, title }) => [value, title]))
  return rules.map(({ kind, value }) => ({
    kind,
    value,
    words: kind === 'story' ? (titles.get(value) ?? 'A story that is gone') : ruleDescriptions[kind](value),
  }))
}

export async function seesStory(
  queries: Queries,
  userId: string,
  companyId: number,
  storyId: number,
): Promise<boolean> {
  const { rows } = await queries.execute(sql`
    select from companies join visible_articles seen on ${isOfCompany} and seen.cluster = ${storyId}
    where ${isOfUser(userId, companyId)} limit 1`)
  return rows.length > 0
}

/** Null if the user can't see the story. */
export async function previewRules(
  queries: Queries,
  userId: string,
  companyId: number,
  storyId: number,
): Promise<RulePreview[] | null> {
  const found = await seenBy(queries, userId, companyId, [], storyId)
  const known = found.find(({ story, cluster }) => [story, cluster].includes(String(storyId)))
  if (!known) return null
  const isOfStory = ({ story }: SeenRow) => story === known.story
  const seenRows = found.filter(isOfStory)
  const [cluster = known.cluster, ...others] = new Set(seenRows.map((row) => row.cluster))
  const names = await namesOf(queries, userId, companyId)
  const texts = await textsOf(queries, userId, companyId, seenRows)
  const rules: Rule[] = [
    { kind: 'story' as const, value: cluster },
    ...domainsOf(seenRows).map((value) => ({ kind: 'publisher' as const, value })),
    ...longerNames(names, texts).map((value) => ({ kind: 'phrase' as const, value })),
  ].filter(({ kind, value }) => ruleProblem(kind, value) === null)
  const stories = Map.groupBy(await seenBy(queries, userId, companyId, rules), ({ story }) => Number(story))
  return rules.map((rule, number) =>
    rule.kind === 'story'
      ? { ...previewOf(rule, isOfStory, [...stories]), alsoIds: others.map(Number) }
      : { ...previewOf(rule, ({ fits }) => fits.includes(number), [...stories]), alsoIds: [] },
  )
}

type IsTouched = (row: SeenRow) => boolean

function previewOf(rule: Rule, isTouched: IsTouched, stories: [id: number, rows: SeenRow[]][]) {
  const touched = stories.filter(([, rows]) => rows.some(isTouched))
  const gone = touched.filter(([, rows]) => rows.every(isTouched))
  return {
    ...rule,
    words: ruleDescriptions[rule.kind](rule.value),
    count: gone.length,
    thinned: touched.length - gone.length,
    stories: gone.slice(0, MAX_PREVIEWED).flatMap(([id, rows]) => {
      const shown = rows.find((row) => Number(row.id) === id) ?? rows[0]
      if (!shown) return []
      const { title, publisher } = shown
      return [{ id, title, publisher, publishedAt: new Date(shown.published_at).toISOString() }]
    }),
  }
}

const isOfUser = (userId: string, companyId: number) =>
  sql`companies.id = ${companyId} and companies.user_id = ${userId} and companies.removed_at is null`

/** All articles, or only those of one story. */
async function seenBy(
  queries: Queries,
  userId: string,
  companyId: number,
  rules: Rule[],
  storyId: number | null = null,
): Promise<SeenRow[]> {
  const rule = sql`unnest(
    ${sql.param(rules.map((_, number) => number))}::int[], ${sql.param(rules.map(({ kind }) => kind))}::text[],
    ${sql.param(rules.map(({ value }) => value))}::text[]) as rule (number, kind, value)`
  const columns = sql`seen.id, seen.url, seen.title, seen.publisher, seen.published_at, seen.same_as, seen.story, seen.cluster,
    array(select rule.number from ${rule} where ${sql.raw(isOfRule('seen.cluster', 'seen.url'))}) as fits`
  const { rows } = await queries.execute<SeenRow>(sql`
    with seen as (
      select seen.* from companies cross join lateral (${newestVisible(columns, MAX_ARTICLES)}) as seen
      where ${isOfUser(userId, companyId)})
    select * from seen where ${storyId}::bigint is null
      or story in (select story from seen where ${storyId}::bigint in (story, cluster))`)
  if (!rules.some(({ kind }) => kind === 'phrase')) return rows
  const { rows: phrases } = await queries.execute<{ id: string; number: number }>(sql`
    select distinct seen.id, rule.number from companies join visible_texts seen on ${isOfCompany} cross join ${rule}
    where ${isOfUser(userId, companyId)} and rule.kind = 'phrase' and ${sql.raw(saysAny('seen', 'array[rule.value]'))}`)
  const phrasesIn = Map.groupBy(phrases, ({ id }) => id)
  return rows.map((row) => ({
    ...row,
    fits: [...row.fits, ...(phrasesIn.get(row.id) ?? []).map(({ number }) => number)],
  }))
}

async function namesOf(queries: Queries, userId: string, companyId: number): Promise<string[]> {
  const { rows } = await queries.execute<{ name: string }>(sql`
    with own as (select * from companies where id = ${companyId} and user_id = ${userId} and removed_at is null)
    select name from own
    union select known.name from own join visible_tracked_companies known on known.company_id = own.id
    union select fact.value from own join visible_facts fact on fact.company_id = own.id and fact.kind = 'name'
    union select alias from own join company_aliases on company_aliases.company_id = own.id and company_aliases.user_id = own.user_id`)
  return rows.map(({ name }) => name)
}

async function textsOf(queries: Queries, userId: string, companyId: number, seenRows: SeenRow[]): Promise<string[]> {
  const ids = seenRows.flatMap(({ id, same_as: sameAs }) => (sameAs === null ? [id] : [id, sameAs]))
  const { rows } = await queries.execute<{ title: string; text: string }>(sql`
    select distinct on (seen.original_id) seen.title, seen.text from companies join visible_texts seen on ${isOfCompany}
    where ${isOfUser(userId, companyId)} and seen.original_id = any(${sql.param(ids)}::bigint[]) order by seen.original_id`)
  return rows.flatMap(({ title, text }) => [title, text])
}

const domainsOf = (seenRows: SeenRow[]) => [
  ...new Set(seenRows.map(({ url }) => registrableDomain(url)).filter((domain) => domain !== null)),
]

const MAX_CHARACTERS = 20_000
const MAX_NAMES = 3
const MAX_WORDS_BESIDE = 3

const WORD = /[\p{L}\p{N}\p{M}'’.&]+/gu
const PROPER = /^[\p{Lu}\p{Lt}\p{Lo}]/u
const BETWEEN = new Set(['of', '&', 'de', 'du', 'van', 'von'])
/** Capitalized words next to a name that aren't part of a longer name. */
const NOT_PART_OF_NAME = new Set([
  ...MONTH_NAMES.map((month) => month.toLowerCase()).filter((month) => month !== 'may'),
  ...`a an and as at but by for from if in into its new now of on or our over since so that the their then there these this those to under until we what when where while who why will with yet he she it they i you
  after again also although because before despite during earlier he her here his how inside instead last late meanwhile more next per recently still thanks through today tomorrow tonight yesterday
  monday tuesday wednesday thursday friday saturday sunday
  ceo cfo coo cto cmo cro cpo chief president chairman founder cofounder co-founder director head vp analyst spokesperson
  series seed inc ltd llc plc gmbh corp co company startup start-up us u.s uk u.k eu`.split(/\s+/),
])

type Word = { text: string; start: number; end: number }

/**
 * Longer names such as "Mercury Records" if the company is Mercury, most frequent first. Titles in Title Case are
 * skipped, because nothing shows where a name ends.
 */
export function longerNames(names: string[], texts: string[]): string[] {
  const keys = new Set(names.map(nameKey))
  const counts = new Map<string, number>()
  for (const text of texts.map((each) => each.slice(0, MAX_CHARACTERS)).filter((each) => !isTitleCase(each)))
    for (const longer of longerIn(keys, text)) counts.set(longer, (counts.get(longer) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, often], [b, oftenToo]) => oftenToo - often || a.length - b.length || (a < b ? -1 : 1))
    .map(([longer]) => longer)
    .slice(0, MAX_NAMES)
}

function* longerIn(keys: Set<string>, text: string): Generator<string> {
  const words = [...text.matchAll(WORD)].map(({ 0: written, index }) => ({
    text: written.replace(/[.'’]+$/, ''),
    start: index,
    end: index + written.replace(/[.'’]+$/, '').length,
  }))
  const lengths = new Set([...keys].map((key) => key.split(' ').length))
  for (let at = 0; at < words.length; at += 1)
    for (const length of lengths) {
      const named = words.slice(at, at + length)
      const [first, last] = [named[0], named.at(-1)]
      if (!first || !last || named.length < length || !PROPER.test(first.text)) continue
      if (!keys.has(nameKey(text.slice(first.start, last.end)))) continue
      const start = words[reach(words, at, -1, text)] ?? first
      const end = words[reach(words, at + length - 1, 1, text)] ?? last
      const longer = text.slice(start.start, end.end).replaceAll(/\s+/g, ' ')
      if (!keys.has(nameKey(longer)) && isPhrase(longer)) yield longer
    }
}

/** How far a name extends over capitalized words, and connecting words between two of them. */
function reach(words: Word[], from: number, step: 1 | -1, text: string): number {
  let furthest = from
  for (let next = from + step; Math.abs(next - from) <= MAX_WORDS_BESIDE; next += step) {
    const [word, before] = [words[next], words[next - step]]
    if (!word || !before || !/^\s$/.test(gap(word, before, text))) break
    const small = word.text.toLowerCase()
    if (BETWEEN.has(small)) continue
    if (!PROPER.test(word.text) || NOT_PART_OF_NAME.has(small) || (step < 0 && opens(word, text))) break
    furthest = next
  }
  return furthest
}

const gap = (a: Word, b: Word, text: string) =>
  a.start < b.start ? text.slice(a.end, b.start) : text.slice(b.end, a.start)

/** A sentence's first word is always capitalized, so it counts only if it's also capitalized in mid-sentence. */
function opens({ text: word, start }: Word, text: string): boolean {
  if (!/(?:^|[.!?:"“”\n])\s*$/.test(text.slice(Math.max(0, start - 4), start))) return false
  return !new RegExp(String.raw`[\p{L},] ${RegExp.escape(word)}(?![\p{L}\p{N}])`, 'u').test(text)
}

const isTitleCase = (text: string) => {
  if (text.length > 300 || /[.!?;](?:\s|$)/.test(text)) return false
  const long = text.match(/[\p{L}]{4,}/gu) ?? []
  return long.length > 3 && long.filter((word) => PROPER.test(word)).length > long.length * 0.7
}
