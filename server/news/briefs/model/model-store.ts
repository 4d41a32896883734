import { sql, type SQL } from 'drizzle-orm'
import type { NewsSource } from '#domain/news/briefs.ts'
import type { Queries, Database } from '../../../platform/database/open.ts'
import { overrideArticleKey } from '../../overrides/override-articles.ts'
import type { MergedBrief } from './merged-brief.ts'
import type { Clock } from '../../../ports.ts'

/** A brief that a model has not written yet: everybody's who tracks the subject, or one owner's. */
export type Waiting = {
  id: string
  content: string
  sources: NewsSource[]
  trackedCompanyId: number | null
  companyId: number | null
}

type Row = {
  id: string
  content: string
  sources: NewsSource[]
  tracked_company_id: number | null
  company_id: number | null
}

/** What one question took, and what came of it. */
export type Used = {
  calls: number
  failures: number
  input: number
  output: number
  sentences: number
  dropped: number
}

const newest = (whose: SQL) => sql`
  select news.id, news.content, news.sources, news.sentences, news.model_name, news.created_at from news
  where ${whose} order by news.published_at desc, news.id desc limit 1`

/** What a model still has to write, what it wrote, and how much of it was used. */
export const modelStore = (queries: Queries, model: string) => ({
  /** The newest briefs first. Only for people who want it so: what nobody of them would read is not sent anywhere. */
  async waiting(resting: string[], most: number): Promise<Waiting[]> {
    const { rows } = await queries.execute<Row>(sql`
      with wanted as (
        select companies.id, companies.user_id, companies.tracked_company_id, companies.has_overrides
        from companies join users on users.id = companies.user_id
        where users.uses_model and companies.removed_at is null and not companies.is_sample),
      waiting as (
        select brief.*, shared.tracked_company_id, null::int as company_id
        from (select distinct tracked_company_id from wanted where not has_overrides and tracked_company_id is not null) as shared
        cross join lateral (${newest(sql`news.tracked_company_id = shared.tracked_company_id`)}) as brief
        union all
        select brief.*, null, own.id
        from (select * from wanted where has_overrides) as own
        cross join lateral (${newest(sql`news.company_id = own.id and news.user_id = own.user_id`)}) as brief)
      select id, content, sources, tracked_company_id, company_id from waiting
      -- Of what is still but headlines the sentences come first.
      where sentences > 0 and model_name is distinct from ${model} and id <> all(${sql.param(resting)}::bigint[])
      order by created_at desc, id desc limit ${most}`)
    return rows.map(({ tracked_company_id: trackedCompanyId, company_id: companyId, ...row }) => ({
      ...row,
      trackedCompanyId,
      companyId,
    }))
  },

  /** By what name everybody knows a company, and which articles came by a feed that its owner pasted: both the owner's alone. */
  async ownersAlone(companyId: number, articleIds: string[]): Promise<{ name: string; pasted: string[] }> {
    const { rows } = await queries.execute<{ name: string | null; pasted: string[] }>(sql`
      select (select name from tracked_companies where tracked_companies.id = companies.tracked_company_id) as name,
        array(select id::text from articles where id = any(${sql.param(articleIds)}::bigint[])
          and starts_with(key, ${overrideArticleKey(companyId, '')})) as pasted
      from companies where id = ${companyId}`)
    return { name: rows[0]?.name ?? '', pasted: rows[0]?.pasted ?? [] }
  },

  /** Only onto the brief that was shown, while it is the newest; without one it is noted that nothing held. */
  async keep({ id, content }: Waiting, brief: MergedBrief | null): Promise<boolean> {
    const { rows } = await queries.execute(sql`
      update news set model_name = ${model}, model_content = ${brief?.content ?? null},
        model_sources = ${brief ? JSON.stringify(brief.sources) : null}::jsonb,
        model_sentences = ${brief?.sentences ?? 0}, model_verified = ${brief?.verified ?? 0}
      where id = ${id} and content = ${content} and model_name is distinct from ${model}
        and not exists (
          select from news newer where (newer.tracked_company_id = news.tracked_company_id or newer.company_id = news.company_id)
            and (newer.published_at, newer.id) > (news.published_at, news.id))
      returning id`)
    return rows.length > 0
  },

  /** Sets tokens aside before they are used, so that many at once cannot go over the cap together. */
  async reserve(day: string, tokens: number, most: number): Promise<boolean> {
    const others = sql`(select coalesce(sum(input_tokens + output_tokens), 0) from model_use other
      where other.day = ${day}::date and other.model <> ${model})`
    // Of rows that are written at once, each is judged by what the one before left.
    const { rows } = await queries.execute(sql`
      insert into model_use as used (day, model, input_tokens)
      select ${day}::date, ${model}, ${tokens}::bigint where ${others} + ${tokens}::bigint <= ${most}::bigint
      on conflict (day, model) do update set input_tokens = used.input_tokens + excluded.input_tokens
        where ${others} + used.input_tokens + used.output_tokens + excluded.input_tokens <= ${most}::bigint
      returning day`)
    return rows.length > 0
  },

  /** Puts what was really used in the place of what was set aside. */
  async settle(day: string, reserved: number, used: Used): Promise<void> {
    await queries.execute(sql`
      update model_use set calls = calls + ${used.calls}, failures = failures + ${used.failures},
        input_tokens = input_tokens + ${used.input - reserved}, output_tokens = output_tokens + ${used.output},
        sentences = sentences + ${used.sentences}, dropped = dropped + ${used.dropped}
      where day = ${day}::date and model = ${model}`)
  },
})

/** What all models took on a day. */
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

/** What an operator watches: how much the model was asked today, what it took, and what was thrown away. */
export function modelMetrics(database: Database, clock: Clock, price: Price | null) {
  const used = () => modelUseOf(database.system, clock().toISOString().slice(0, 10))
  const figure = (name: string, help: string, read: (today: Awaited<ReturnType<typeof used>>) => number) => ({
    name,
    help,
    read: async () => read(await used()),
  })
  return [
    figure('ai_calls_today', 'Questions to the language model', ({ calls }) => calls),
    figure('ai_tokens_today', 'Tokens of the language model, in and out', ({ input, output }) => input + output),
    figure('ai_sentences_dropped_today', 'Sentences whose sources do not say so', ({ dropped }) => dropped),
    ...(price
      ? [
          figure(
            'ai_cost_today_dollars',
            'What the language model costs, by AI_PRICE',
            ({ input, output }) => (input * price.input + output * price.output) / 1e6,
          ),
        ]
      : []),
  ]
}
