import { randomUUID } from 'node:crypto'
import type { News } from '#domain/news.ts'
import type { Database } from '../database/open.ts'
import { createModelBriefs } from '../gather/briefs/model-briefs.ts'
import { modelWriter } from '../adapters/writer/model.ts'
import { parseConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { newsStore } from '../news/store.ts'
import { fakeModel, type FakeAnswer, type ShownItems } from './fake-model.ts'

export type SceneArticle = { title: string; text: string; section?: string; story?: number }

const START = new Date('2026-03-10T12:00:00.000Z')
const OTHER = 'Latest News'

type Options = { environment?: Record<string, string>; timeoutMs?: number; kind?: string }

/** Briefs of chosen sentences in a database of its own, people who read them, and a model on loopback. */
export async function briefScene(
  database: Database,
  answer: (items: ShownItems) => FakeAnswer,
  { environment = {}, timeoutMs = 5000, kind = 'openai-compatible' }: Options = {},
) {
  const model = await fakeModel(answer)
  const query = async (text: string, values: unknown[] = []) =>
    (await database.execute(text, values)).rows as Record<string, unknown>[]
  const time = { now: START }
  const logged: string[] = []
  const settings = {
    AI: kind,
    AI_API_KEY: 'key-of-the-scene',
    AI_MODEL: 'invented-1',
    AI_BASE_URL: `${model.url}/v1`,
  }
  const { writer } = parseConfig({ ...settings, ...environment })
  if (!writer) throw new Error('no writer')
  const startBriefs = () =>
    createModelBriefs({
      database,
      clock: () => time.now,
      log: openLog('debug', { write: (line) => logged.push(line) }),
      writer: modelWriter(writer, timeoutMs),
    })

  async function user({ usesModel = true } = {}) {
    const id = randomUUID()
    const email = `${randomUUID()}@readers.example`
    await query(
      `insert into users (id, email, subscription_status, trial_ends_at, uses_model) values ($1, $2, 'trial', '2027-01-01', $3)`,
      [id, email, usesModel],
    )
    return { id, email }
  }

  async function subject(name: string): Promise<number> {
    const [row] = await query(
      `insert into subjects (key, name, created_at) values ($1, $2, now()) returning id`,
      [`${randomUUID()}.example`, name],
    )
    return Number(row?.id)
  }

  async function company(
    userId: string,
    subjectId: number,
    name: string,
    hasOwnView = false,
  ): Promise<number> {
    const [row] = await query(
      `insert into companies (user_id, name, name_key, host_key, subject_id, has_own_view)
       values ($1, $2, $2, $3, $4, $5) returning id`,
      [userId, name, randomUUID(), subjectId, hasOwnView],
    )
    return Number(row?.id)
  }

  /** Articles about a subject; those of one story have its number. */
  async function publish(subjectId: number, articles: SceneArticle[]) {
    const stories = new Map<number, number>()
    const told: (SceneArticle & { url: string; id: number })[] = []
    for (const [at, article] of articles.entries()) {
      const url = `https://press.example/${subjectId}/${at}-${randomUUID().slice(0, 8)}`
      const [row] = await query(
        `insert into articles (url, key, title, text, publisher, published_at, precision, kind, facts, found_at, section, happening)
         values ($1, $1, $2, $3, 'The Press', '2026-03-10T10:00:00Z', 'second', 'press', '{}', now(), $4, 'mention') returning id`,
        [url, article.title, article.text, article.section ?? null],
      )
      const id = Number(row?.id)
      const story = article.story === undefined ? undefined : stories.get(article.story)
      if (article.story !== undefined && story === undefined) stories.set(article.story, id)
      await query(
        `insert into subject_articles (subject_id, article_id, published_at, source, score, evidence, story_id)
         values ($1, $2, '2026-03-10T10:00:00Z', 'press', 1, '{}', $3)`,
        [subjectId, id, story ?? null],
      )
      told.push({ ...article, url, id })
    }
    return told
  }

  /** A brief of the first sentences of these articles, as gathering writes it. */
  async function brief(
    whose: { subjectId: number } | { companyId: number; userId: string },
    told: Awaited<ReturnType<typeof publish>>,
  ) {
    const lineOf = (article: (typeof told)[number]) =>
      `- ${/^[^\n]*?[.!?](?=\s|$)/.exec(article.text)?.[0] ?? article.title} [${told.indexOf(article) + 1}]`
    const content = [...Map.groupBy(told, ({ section }) => section ?? OTHER)]
      .map(([heading, own]) => [`**${heading}**`, ...own.map(lineOf)].join('\n'))
      .join('\n\n')
    const sources = told.map(({ title, url }) => ({
      title,
      url,
      publisher: 'The Press',
      publishedAt: '2026-03-10T10:00:00.000Z',
    }))
    const [row] = await query(
      `insert into news (subject_id, company_id, user_id, content, sources, sentences, verified, published_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $6, '2026-03-10T10:00:00Z', now()) returning id`,
      [
        'subjectId' in whose ? whose.subjectId : null,
        'companyId' in whose ? whose.companyId : null,
        'userId' in whose ? whose.userId : null,
        content,
        JSON.stringify(sources),
        told.length,
      ],
    )
    return { id: Number(row?.id), content, sources }
  }

  /** One reader, one company, its articles and its brief. */
  async function tracked(name: string, articles: SceneArticle[], { usesModel = true } = {}) {
    const [reader, subjectId] = [await user({ usesModel }), await subject(name)]
    const companyId = await company(reader.id, subjectId, name)
    const told = await publish(subjectId, articles)
    return { reader, subjectId, companyId, told, ...(await brief({ subjectId }, told)) }
  }

  return {
    model,
    time,
    logged,
    startBriefs,
    user,
    subject,
    company,
    publish,
    brief,
    tracked,
    /** The newest brief of a company as this person reads it. */
    read: async (userId: string, companyId: number): Promise<News | undefined> =>
      (await database.asUser(userId, (queries) => newsStore(queries).listOfCompany(userId, companyId)))[0],
    use: async () => (await query('select * from model_use order by day, model'))[0],
    close: () => model.close(),
  }
}
