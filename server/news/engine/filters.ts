import { sourceOf } from '../summarize/summarize.ts'
import { z } from 'zod'
import { briefText } from '#domain/news/brief-text.ts'
import type { Brief } from '#domain/news/briefs.ts'
import { evidencePhrases } from '#domain/news/evidence.ts'
import { factValue } from '#domain/news/fact-text.ts'
import { importanceOf } from '#domain/taxonomy.ts'
import { classify } from '../classify/classify.ts'
import { cluster } from '../cluster/cluster.ts'
import { eventOfCompany } from '../reading/reader.ts'
import { decodeEntities } from '../formats/html/plain-text.ts'
import { curate, type BriefArticle } from './curate.ts'
import { matchCompany } from './match-companies.ts'

/** Optional input fields may be missing or null. */
const text = () =>
  z
    .string()
    .nullish()
    .transform((value) => value ?? undefined)
const title = () =>
  z
    .string()
    .nullish()
    .transform((value) => value ?? '')
const named = (what: string) => ({ error: `${what} is missing or not in its form` })

const Company = z.object(
  {
    name: z.string(named('company.name')).trim().min(1, 'company.name is empty'),
    website: text(),
    description: text(),
    aliases: z.array(z.string()).nullish(),
    people: z.array(z.string()).nullish(),
    places: z.array(z.string()).nullish(),
  },
  named('company'),
)

// Keys that are not listed only pass through: a “story” from an earlier run must not decide this one.
const Match = z.object({ company: Company, title: title(), text: text(), url: text(), publisher: text() })
const Facts = Match.extend({ publishedAt: text() })
const Cluster = z.object({ title: title(), text: text(), publishedAt: text() })
const Classify = z.object({ title: title(), text: title() })
const Article = z.object({
  title: title(),
  text: text(),
  url: z.string(named('url of an article')),
  publisher: text(),
  publishedAt: text(),
})
const Summarize = z.object({
  company: z.union([z.string().transform((name) => ({ name, aliases: null })), Company], named('company')),
  articles: z.array(Article, named('articles')),
})

type Row = Record<string, unknown>
type Read<Input> = { row: Row; input: Input }

export const STAGES = ['match', 'cluster', 'classify', 'facts', 'summarize'] as const
export type Stage = (typeof STAGES)[number]

export function filterLine(stage: Exclude<Stage, 'cluster'>, line: string): string {
  if (stage === 'match')
    return answered(line, Match, ({ row, input }) => {
      const { about, primary, score, evidence } = matchCompany(input.company, input)
      return { ...row, about, primary, score, evidence: evidencePhrases(evidence) }
    })
  if (stage === 'classify') return answered(line, Classify, ({ row, input }) => ({ ...row, ...classify(input) }))
  if (stage === 'facts') return answered(line, Facts, ({ row, input }) => ({ ...row, ...factsOf(input) }))
  return answered(line, Summarize, ({ row, input }) => {
    const { sections, sources } = briefOf(input)
    const dates = new Map(input.articles.map(({ url, publishedAt }) => [url, isDate(publishedAt) ? publishedAt : null]))
    const dated = sources.map((source) => ({ ...sourceOf(source), publishedAt: dates.get(source.url) ?? null }))
    return { ...row, content: briefText(sections), sources: dated }
  })
}

const isDate = (given = '') => !Number.isNaN(Date.parse(given))

/** The same brief that the product would write for a company's articles. */
function briefOf({ company, articles: given }: z.infer<typeof Summarize>): Pick<Brief, 'sections' | 'sources'> {
  // Whoever fetched the articles may have left entities in them.
  const articles = given.map((article) => ({
    ...article,
    title: decodeEntities(article.title),
    text: decodeEntities(article.text ?? ''),
  }))
  const results = articles.map((article) => matchCompany(company, article))
  const isAny = results.some(({ about }) => about)
  // If no article names the company, it's taken as a topic that all of them are about.
  const isTopic = results.every(({ evidence }) => evidence.length === 0)
  const times = articles.map(({ publishedAt = '' }) => Date.parse(publishedAt)).filter((time) => !Number.isNaN(time))
  const newest = new Date(times.reduce((last, time) => Math.max(last, time), 0)).toISOString()
  const briefArticles = articles
    .map(({ publisher = null, publishedAt = '', ...article }, at): BriefArticle => ({
      ...article,
      id: String(at),
      text: article.text ?? '',
      publisher,
      // Articles of one brief were found at about the same time, so a guess is better than no date.
      publishedAt: isDate(publishedAt) ? publishedAt : newest,
      kind: 'press',
      facts: {},
      isPrimary: isTopic || (results[at]?.primary ?? false),
      isOwn: results[at]?.evidence.some(({ kind }) => kind === 'own-site') ?? false,
      story: null,
      sameAs: null,
      classified: null,
    }))
    // The product stores nothing of a company's namesakes.
    .filter((_, at) => !isAny || results[at]?.about)
  const otherNames = company.aliases ?? []
  return curate({ company: company.name, otherNames, briefArticles }).brief ?? { sections: [], sources: [] }
}

/** What the product would store: it keeps articles about the company and reads those that are mainly about it. */
function factsOf(input: z.infer<typeof Facts>): Row {
  const { about, primary } = matchCompany(input.company, input)
  const isPrimary = about && primary
  const { event, weight, facts, evidence } = eventOfCompany(input.company, { ...input, isPrimary })
  return {
    event,
    weight: importanceOf(weight),
    facts: facts.map((fact) => ({ kind: fact.kind, value: factValue(fact), certainty: fact.certainty })),
    evidence,
  }
}

export function filterPool(lines: string[]): string[] {
  const read = lines.map((line) => readLine(line, Cluster))
  const good = read.flatMap((each, at) => ('input' in each ? [{ ...each.input, id: String(at) }] : []))
  const stories = cluster(good)
  let next = 0
  return read.map((each) => {
    if (!('input' in each)) return JSON.stringify(each)
    const story = stories[next] ?? ''
    next += 1
    return JSON.stringify({ ...each.row, story })
  })
}

function answered<Input>(line: string, schema: z.ZodType<Input>, stage: (read: Read<Input>) => Row): string {
  const read = readLine(line, schema)
  if (!('input' in read)) return JSON.stringify(read)
  try {
    return JSON.stringify(stage(read))
  } catch (error) {
    return JSON.stringify({ id: read.row.id ?? null, error: String(error) })
  }
}

function readLine<Input>(line: string, schema: z.ZodType<Input>): Read<Input> | { id: unknown; error: string } {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    return { id: null, error: 'The line is not JSON.' }
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return { id: null, error: 'The line is not an object.' }
  const parsed = schema.safeParse(row)
  if (parsed.success) return { row: row as Row, input: parsed.data }
  const [issue] = parsed.error.issues
  return { id: (row as Row).id ?? null, error: `${issue?.path.join('.')}: ${issue?.message}` }
}
