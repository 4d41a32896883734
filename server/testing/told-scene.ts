import { z } from 'zod'
import type { TestApp, TestUser } from './test-app.ts'

type Told = {
  title: string
  at: string
  kind?: string
  happening?: string
  section?: string
  weight?: number
  source?: string
  /** The article that told it first. */
  story?: number
  stated?: object
}

const Id = z.object({ id: z.number() })

/** Companies, and articles about them as gathering and curation would leave them. */
export function toldScene({ database }: Pick<TestApp, 'database'>) {
  let articles = 0
  return {
    async add(user: TestUser, name: string): Promise<number> {
      const website = `https://${name.toLowerCase()}.example`
      return Id.parse(await (await user.send('POST', '/api/companies', { name, website })).json()).id
    },

    /** About the subject of a company or, with `alone`, for its owner alone; the article's id. */
    async tell(companyId: number, told: Told, alone = false): Promise<number> {
      const address = `https://press.example/${(articles += 1)}`
      const { rows } = await database.execute(
        `with told as (
           insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at, happening, section, weight, stated)
           values ($2, $2, $3, '', $4, 'second', $5, '{}', $4, $6, $7, $8::real, $11::jsonb) returning id, published_at)
         ${
           alone
             ? `insert into company_articles (user_id, company_id, article_id, published_at, source, evidence, story_id)
                select companies.user_id, companies.id, told.id, told.published_at, $9, '{}', $10::bigint`
             : `insert into subject_articles (subject_id, article_id, published_at, source, score, evidence, story_id)
                select companies.subject_id, told.id, told.published_at, $9, 1, '{}', $10::bigint`
         } from told, companies where companies.id = $1 returning article_id::int as id`,
        [
          companyId,
          address,
          told.title,
          told.at,
          told.kind ?? 'press',
          told.happening ?? null,
          told.section ?? null,
          told.weight ?? 0.5,
          told.source ?? 'press',
          told.story ?? null,
          told.stated ? JSON.stringify(told.stated) : null,
        ],
      )
      return Id.parse(rows[0]).id
    },
  }
}
