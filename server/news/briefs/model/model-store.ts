import { sql, type SQL } from 'drizzle-orm'
import { FOUNDER_UPDATE } from '#domain/taxonomy.ts'
import type { BriefSection, NewsSource } from '#domain/news/briefs.ts'
import type { Queries, Database } from '../../../platform/database/open.ts'
import { ownerOf, type BriefOwner, type OwnerRow } from '../brief-store.ts'
import type { MergedBrief } from './merged-brief.ts'
import type { Clock } from '#domain/time.ts'

/** An extractive brief that hasn't been sent to the model yet. */
export type Waiting = { id: string; owner: BriefOwner; sections: BriefSection[]; sources: NewsSource[] }

type Row = OwnerRow & { id: string; body: BriefSection[]; sources: NewsSource[] }

export type Used = {
  calls: number
  failures: number
  input: number
  output: number
  sentences: number
  dropped: number
}

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

  /** Reserves tokens before they're used, so that concurrent requests can't exceed the daily cap together. */
  async reserve(day: string, tokens: number, limit: number): Promise<boolean> {
    const others = sql`(select coalesce(sum(input_tokens + output_tokens), 0) from model_use other
      where other.day = ${day}::date and other.model <> ${model})`
    // Concurrent upserts of the row are serialized, so each one sees the result of the one before.
    const { rows } = await queries.execute(sql`
      insert into model_use as used (day, model, input_tokens)
      select ${day}::date, ${model}, ${tokens}::bigint where ${others} + ${tokens}::bigint <= ${limit}::bigint
      on conflict (day, model) do update set input_tokens = used.input_tokens + excluded.input_tokens
        where ${others} + used.input_tokens + used.output_tokens + excluded.input_tokens <= ${limit}::bigint
      returning day`)
    return rows.length > 0
  },

  /** Replaces the reservation with actual use. */
  async settle(day: string, reserved: number, used: Used): Promise<void> {
    await queries.execute(sql`
      update model_use set calls = calls + ${used.calls}, failures = failures + ${used.failures},
        input_tokens = input_tokens + ${used.input - reserved}, output_tokens = output_tokens + ${used.output},
        sentences = sentences + ${used.sentences}, dropped = dropped + ${used.dropped}
      where day = ${day}::date and model = ${model}`)
  },
})

/** Totals across all models. */
async function modelUseOf(queries: Queries, day: string) {
  const { rows } = await queries.execute<Record<'calls' | 'input' | 'output' | 'dropped', string>>(sql`
    select coalesce(sum(calls), 0) as calls, coalesce(sum(input_tokens), 0) as input,
      coalesce(sum(output_tokens), 0) as output, coalesce(sum(dropped), 0) as dropped
    from model_use where day = ${day}::date`)
  const { calls = 0, input = 0, output = 0, dropped = 0 } = rows[0] ?? {}
  return { calls: Number(calls), input: Number(input), output: Number(output), dropped: Number(dropped) }
}

/** Dollars per million tokens. */
type Price = { input: number; output: number }

export function modelMetrics(database: Database, clock: Clock, price: Price | null) {
  const used = () => modelUseOf(database.system, clock().toISOString().slice(0, 10))
  const metric = (name: string, help: string, read: (today: Awaited<ReturnType<typeof used>>) => number) => ({
    name,
    help,
    read: async () => read(await used()),
  })
  return [
    metric('ai_calls_today', 'Questions to the language model', ({ calls }) => calls),
    metric('ai_tokens_today', 'Tokens of the language model, in and out', ({ input, output }) => input + output),
    metric('ai_sentences_dropped_today', 'Sentences whose sources do not say so', ({ dropped }) => dropped),
    ...(price
      ? [
          metric(
            'ai_cost_today_dollars',
            'What the language model costs, by AI_PRICE',
            ({ input, output }) => (input * price.input + output * price.output) / 1e6,
          ),
        ]
      : []),
  ]
}
