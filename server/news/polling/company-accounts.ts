import { and, inArray, like, sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/open.ts'
import { trackedCompanyFacts } from '../../platform/database/schema/tracked-companies.ts'
import type { FoundFact } from '../sources/company-site/discovery.ts'
import type { FactKind, Source } from '../sources/source.ts'
import { WIKIDATA } from '../sources/wikidata.ts'

export type AccountSource = { source: string; kind: FactKind }

export const accountSources = (sources: Source[]): AccountSource[] =>
  sources.flatMap(({ name, accountKinds = [] }) => accountKinds.map((kind) => ({ source: name, kind })))

/** Adds watches for companies that have such an account, among the given tracked companies or all of them. */
export async function watchAccounts(
  queries: Queries,
  {
    accountSources: wanted,
    now,
    slowestSeconds,
  }: { accountSources: AccountSource[]; now: Date; slowestSeconds: number },
  trackedCompanyIds?: number[],
): Promise<void> {
  if (wanted.length === 0 || trackedCompanyIds?.length === 0) return
  const which = trackedCompanyIds ? sql`company.id = any(${sql.param(trackedCompanyIds)}::int[])` : sql`true`
  await queries.execute(sql`
    insert into watches (tracked_company_id, source, kind, every_seconds, next_at)
    select distinct company.id, wanted.source, 'search', ${slowestSeconds}::int, ${now.toISOString()}::timestamptz
    from unnest(${sql.param(wanted.map(({ source }) => source))}::text[], ${sql.param(wanted.map(({ kind }) => kind))}::text[])
      as wanted (source, kind)
    join tracked_company_facts fact on fact.kind = wanted.kind
    join tracked_companies company on company.id = fact.tracked_company_id
    where company.joined_to is null and company.sample_of is null and ${which}
    on conflict do nothing`)
}

/** The fact comes from Wikidata, not from the company's own site. */
export const isReferenced = like(trackedCompanyFacts.foundAt, `${WIKIDATA}/%`)

type Identity = { trackedCompanyId: number; facts: FoundFact[] }

/** Replaces the facts that Wikidata gave before. */
export async function saveIdentities(queries: Queries, known: Identity[], now: Date): Promise<void> {
  if (known.length === 0) return
  const ids = known.map(({ trackedCompanyId }) => trackedCompanyId)
  await queries.delete(trackedCompanyFacts).where(and(inArray(trackedCompanyFacts.trackedCompanyId, ids), isReferenced))
  const facts = known.flatMap(({ trackedCompanyId, facts: own }) =>
    own.map((fact) => ({ trackedCompanyId, ...fact, foundOn: now })),
  )
  if (facts.length > 0) await queries.insert(trackedCompanyFacts).values(facts).onConflictDoNothing()
}
