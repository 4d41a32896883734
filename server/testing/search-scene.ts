import { z } from 'zod'
import { SearchPage } from '#domain/search.ts'
import { testApp, type TestUser } from './test-app.ts'

type Told = {
  title: string
  text?: string
  /** Days before the app's clock. */
  age?: number
  url?: string
  section?: string
  weight?: number
  source?: string
  evidence?: string[]
  /** The article that told its story first. */
  story?: number
  /** For the owner of the company alone. */
  isOwn?: boolean
}

let serial = 0

/** An app whose companies have the stories and briefs that a test tells. */
export async function searchScene() {
  const app = await testApp()

  async function company(user: TestUser, name: string, website = `https://${name.toLowerCase()}.example`) {
    const response = await user.send('POST', '/api/companies', { name, website })
    return z.object({ id: z.number() }).parse(await response.json()).id
  }

  /** Something that was published about a company; its article's id. */
  async function tell(companyId: number, told: Told): Promise<number> {
    const { title, text = '', age = 0, section = null, weight = 0.1, source = 'press', story = null } = told
    const url = told.url ?? `https://press.example/${(serial += 1)}`
    const at = new Date(app.time.now.getTime() - age * 86_400_000)
    const [article] = await app.database.query(
      `insert into articles (url, key, title, text, publisher, published_at, precision, kind, facts, found_at, section, happening, weight)
       values ($1, $2, $3, $4, 'The Press', $5::timestamptz, 'second', 'press', '{}', $5, $6, 'mention', $7) returning id`,
      [url, `${told.isOwn ? `own ${companyId} ` : ''}${url}`, title, text, at, section, weight],
    )
    const id = Number(article?.id)
    if (told.isOwn)
      await app.database.query('update companies set has_own_view = true where id = $1', [companyId])
    const link = [companyId, id, at, source, told.evidence ?? [], story]
    await app.database.query(
      told.isOwn
        ? `insert into company_articles (user_id, company_id, article_id, published_at, source, evidence, story_id)
           select user_id, id, $2, $3, $4, $5, $6 from companies where id = $1`
        : `insert into subject_articles (subject_id, article_id, published_at, source, evidence, story_id, score)
           select subject_id, $2, $3, $4, $5, $6, 1 from companies where id = $1`,
      link,
    )
    return id
  }

  /** A brief about what everybody shares of a company. */
  const brief = (companyId: number, content: string, age = 0, model: string | null = null) =>
    app.database.query(
      `insert into news (subject_id, content, sentences, model_content, model_name, model_sources, published_at, created_at)
       select subject_id, $2, 1, $4, 'a-model', '[]', $3::timestamptz, $3 from companies where id = $1`,
      [companyId, content, new Date(app.time.now.getTime() - age * 86_400_000), model],
    )

  return { app, company, tell, brief }
}

/** `find(ada, 'q=cedar&limit=5')` */
export async function find(user: TestUser, query: string) {
  const response = await user.get(`/api/search?${query}`)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return SearchPage.parse(await response.json())
}

export const titlesFound = async (user: TestUser, query: string) =>
  (await find(user, query)).hits.map(({ title }) => title.map(({ text }) => text).join(''))
