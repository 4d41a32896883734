import { sql, type SQL } from 'drizzle-orm'
import { FOUNDER_UPDATE } from '#domain/taxonomy.ts'
import type { BriefSection, NewsSource } from '#domain/news/briefs.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { ownerOf, type BriefOwner, type OwnerRow } from '../brief-store.ts'
import type { MergedBrief } from './merged-brief.ts'

/** An extractive brief that hasn't been sent to the model yet. */
export type Waiting = { id: string; owner: BriefOwner; sections: BriefSection[]; sources: NewsSource[] }

type Row = OwnerRow & { id: string; body: BriefSection[]; sources: NewsSource[] }

const newest = (condition: SQL) => sql`
  select briefs.id, briefs.body, briefs.sources, briefs.status, briefs.model_name, briefs.created_at from briefs
  where ${condition} order by briefs.published_at desc, briefs.id desc limit 1`

export const modelStore = (queries: Queries, model: string) => ({
  /** Newest briefs first. Only for users who chose a model, so that nothing is sent that none of them would read. */
  async waiting(excluded: string[], limit: number): Promise<Waiting[]> {
    const { rows } = await queries.execute<Row>(sql`
      with wanted as (
        select companies.id, companies.user_id, companies.tracked_company_id, companies.has_overrides
        from companies join users on users.id = companies.user_id
        where users.uses_model and companies.removed_at is null and not companies.is_sample),
      waiting as (
        select brief.*, shared.tracked_company_id, null::int as company_id, null::uuid as user_id
        from (select distinct tracked_company_id from wanted where not has_overrides and tracked_company_id is not null) as shared
        cross join lateral (${newest(sql`briefs.tracked_company_id = shared.tracked_company_id`)}) as brief
        union all
        select brief.*, null, own.id, own.user_id
        from (select * from wanted where has_overrides) as own
        cross join lateral (${newest(sql`briefs.company_id = own.id and briefs.user_id = own.user_id`)}) as brief)
      select id, body, sources, tracked_company_id, company_id, user_id from waiting
      where status <> 'headlines' and model_name is distinct from ${model} and id <> all(${sql.param(excluded)}::bigint[])
      order by created_at desc, id desc limit ${limit}`)
    return rows.flatMap((row) =>
      ownerOf(row).map((owner) => ({ id: row.id, owner, sections: row.body, sources: row.sources })),
    )
  },

  /**
   * The company's public name, to be used instead of the one that the user gave it, and the articles that must stay
   * private: those from a feed that the user pasted and, unless the user allows it, received updates.
   */
  async ownersAlone(companyId: number, articleIds: string[]): Promise<{ name: string; pasted: string[] }> {
    const { rows } = await queries.execute<{ name: string | null; pasted: string[] }>(sql`
      select (select name from tracked_companies where tracked_companies.id = companies.tracked_company_id) as name,
        array(select id::text from articles where id = any(${sql.param(articleIds)}::bigint[])
          and owner_company_id = ${companyId} and not (kind = ${FOUNDER_UPDATE} and exists (
            select from update_addresses own where own.user_id = companies.user_id and own.allows_model))) as pasted
      from companies where id = ${companyId}`)
    return { name: rows[0]?.name ?? '', pasted: rows[0]?.pasted ?? [] }
  },

  /**
   * Saves only if the brief is still the one that the model was shown, and the newest. Without a brief, it records that
   * the model was asked but nothing it wrote was verified.
   */
  async save({ id, sections }: Waiting, brief: MergedBrief | null): Promise<boolean> {
    const { rows } = await queries.execute(sql`
      update briefs set model_name = ${model}, status = ${brief ? 'model' : 'extractive'},
        model_body = ${brief ? JSON.stringify(brief.sections) : null}::jsonb,
        model_sources = ${brief ? JSON.stringify(brief.sources) : null}::jsonb,
        model_verified = ${brief?.verified ?? null}::int
      where id = ${id} and body = ${JSON.stringify(sections)}::jsonb and model_name is distinct from ${model}
        and not exists (
          select from briefs newer where (newer.tracked_company_id = briefs.tracked_company_id or newer.company_id = briefs.company_id)
            and (newer.published_at, newer.id) > (briefs.published_at, briefs.id))
      returning id`)
    return rows.length > 0
  },
})
