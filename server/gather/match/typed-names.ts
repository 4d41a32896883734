import { sql } from 'drizzle-orm'
import type { Curator, MatchTask } from '../../curate/deeds.ts'
import type { Judgement } from '../../curate/match/match.ts'
import type { Database, Queries } from '../../database/open.ts'
import type { Clock } from '../../ports.ts'
import { tellNews } from '../briefs/tell-news.ts'
import type { Briefs } from '../briefs/write-briefs.ts'
import { SITE } from '../look.ts'
import { SAMPLE_SOURCE } from '../sample/sample-subject.ts'
import { spokenName } from '../ingest/mentions.ts'
import { ownFinds, viaName, type OwnLink } from '../own-view/own-finds.ts'
import { subjectViews } from '../watches/watch-store.ts'
import { companyOf } from './about-whom.ts'
import type { TypedName } from './names.ts'

const MOST_STORED = 50
const MOST_WEIGHED = 1000
/** What companies say themselves is about them; what is fictional is about nobody. */
const NOT_PRESS = [SITE, SAMPLE_SOURCE]
const AT_ONCE = 200
const STORED_MS = 90 * 24 * 3_600_000

/** The names of all companies in portfolios. */
export async function typedNames(queries: Queries): Promise<TypedName[]> {
  const { rows } = await queries.execute<{ id: number; subject_id: number; name: string }>(sql`
    select id, subject_id, name from companies
    where removed_at is null and subject_id is not null and not is_sample`)
  return rows.map((row) => ({ companyId: row.id, subjectId: row.subject_id, name: row.name }))
}

type Needs = { database: Database; clock: Clock; curator: Pick<Curator, 'match'>; briefs: Briefs }
type Stored = {
  id: number
  subject_id: number
  name: string
  key: string
  title: string
  text: string
  url: string
  source: string
}

/** Looks for names that were just typed in what is stored already. */
export function createTypedNames({ database, clock, curator, briefs }: Needs) {
  /** What the matcher says of each, with what is known of the company by now. */
  async function judge(named: Stored[]): Promise<(Judgement | undefined)[]> {
    const views = await subjectViews(
      database.system,
      named.map((row) => row.subject_id),
    )
    const tasks = named.map((row): MatchTask => {
      const view = views.get(row.subject_id)
      return { item: row, companies: view ? [companyOf({ ...view, name: row.name, aliases: [] })] : [] }
    })
    return (await curator.match(tasks)).map(([judgement]) => judgement)
  }

  async function matchSome(companyIds: number[]): Promise<void> {
    const stored = await storedWith(database.system, companyIds, new Date(clock().getTime() - STORED_MS))
    if (stored.length === 0) return
    const judgements = await judge(stored)
    const links = stored.flatMap((row, at): OwnLink[] => {
      const judgement = judgements[at]
      if (!judgement?.about) return []
      const { evidence, primary } = judgement
      return [
        {
          companyId: row.id,
          key: row.key,
          source: row.source,
          via: viaName(row.name),
          evidence,
          isPrimary: primary,
        },
      ]
    })
    await database.asSystem(async (queries) => {
      const changed = await ownFinds(queries).link(links)
      await ownFinds(queries).beginOwnView(changed)
      await briefs.rewriteOwn(queries, changed, clock())
      await tellNews(queries, { subjectIds: [], companyIds: changed })
    })
  }

  return {
    async matchStored(companyIds: number[]): Promise<void> {
      for (let from = 0; from < companyIds.length; from += AT_ONCE)
        await matchSome(companyIds.slice(from, from + AT_ONCE))
    },

    /** A discovery has told what these companies do: what was matched without knowing that is weighed again. */
    async weighAgain(subjectIds: number[]): Promise<void> {
      const linked = subjectIds.length === 0 ? [] : await linkedByName(database.system, subjectIds)
      if (linked.length === 0) return
      const judgements = await judge(linked)
      const gone = linked.filter((_, at) => judgements[at]?.about === false)
      if (gone.length === 0) return
      await database.asSystem(async (queries) => {
        const changed = await ownFinds(queries).unlinkNamed(gone)
        await briefs.rewriteOwn(queries, changed, clock())
        await tellNews(queries, { subjectIds: [], companyIds: changed })
      })
    },
  }
}

async function linkedByName(queries: Queries, subjectIds: number[]): Promise<Stored[]> {
  const { rows } = await queries.execute<Stored>(sql`
    select companies.id, companies.subject_id, companies.name,
      articles.key, articles.title, articles.text, articles.url, link.source
    from companies join company_articles link on link.company_id = companies.id and starts_with(link.via, 'name ')
    join articles on articles.id = link.article_id
    where companies.subject_id = any(${sql.param(subjectIds)}::int[]) and companies.removed_at is null
    order by link.published_at desc limit ${MOST_WEIGHED}`)
  return rows
}

/** Articles of the press that say the name of a company and are not known to be about it. */
async function storedWith(queries: Queries, companyIds: number[], since: Date): Promise<Stored[]> {
  const { rows: companies } = await queries.execute<{ id: number; name: string }>(sql`
    select id, name from companies where id = any(${sql.param(companyIds)}::int[])
      and removed_at is null and subject_id is not null and not is_sample`)
  const { rows } = await queries.execute<Stored>(sql`
    select companies.id, companies.subject_id, companies.name, told.*
    from unnest(${sql.param(companies.map(({ id }) => id))}::int[], ${sql.param(companies.map(({ name }) => spokenName(name)))}::text[])
      as typed (id, phrase)
    join companies on companies.id = typed.id
    cross join lateral (
      select articles.key, articles.title, articles.text, articles.url, link.source from articles
      cross join lateral (
        select source from subject_articles where article_id = articles.id and source <> all(${sql.param(NOT_PRESS)}::text[])
        union all select source from company_articles where article_id = articles.id and source <> all(${sql.param(NOT_PRESS)}::text[]) limit 1) as link
      where articles.search @@ phraseto_tsquery('english'::regconfig, typed.phrase)
        and articles.published_at > ${since} and not starts_with(articles.key, 'own ')
        and not exists (
          select from subject_articles known
          where known.article_id = articles.id and known.subject_id = companies.subject_id)
      order by articles.published_at desc limit ${MOST_STORED}) as told`)
  return rows
}
