import { and, inArray, isNull, not, sql, type SQL } from 'drizzle-orm'
import { subjectFacts, subjects, watches } from '../../database/gather-schema.ts'
import type { Queries } from '../../database/open.ts'
import type { FactKind, Memory, SubjectView } from '../item.ts'
import { isSampleSubject } from '../sample/sample-subject.ts'

/** So many failures in a row, and it is a matter for the operator. */
export const PARKED_AFTER = 6

export type Watch = {
  id: number
  /** Whoever writes about it must still hold this. */
  claim: string
  subjectId: number | null
  /** Whose own feed it is. */
  companyId: number | null
  source: string
  address: string
  everySeconds: number
  failures: number
  failingSince: Date | null
  /** When it last had what it is polled for, and when it was last found to have it no more. */
  foundAt: Date | null
  lostAt: Date | null
  /** Nobody has looked at it before. */
  isFirst: boolean
  /** Somebody pressed Refresh and waits. */
  isAsked: boolean
  memory: Memory
  subject: SubjectView | null
}

export type Outcome = {
  state: string
  problem: string | null
  checkedAt: Date
  isGood: boolean
  isSlow: boolean
  foundAt: Date | null
  lostAt: Date | null
  failingSince: Date | null
  failures: number
  everySeconds: number
  nextAt: Date
  memory: Memory
}

/** Until when what is claimed is held, how much of it, and only what fits this condition. */
type ClaimLimits = { until: Date; limit: number; only: SQL }

export type NewWatch = Pick<
  typeof watches.$inferInsert,
  'subjectId' | 'source' | 'address' | 'everySeconds' | 'nextAt'
> &
  Partial<typeof watches.$inferInsert>

export type SurveyFound = {
  subjectId: number
  facts: { kind: FactKind; value: string; foundAt: string }[]
  /** As the site calls the company; null where it does not tell. */
  name: string | null
}

export const watchStore = (queries: Queries) => ({
  /** Takes what is due, those first that somebody waits for; nobody else gets it until the claim runs out. */
  async claim(claim: string, now: Date, { until, limit, only }: ClaimLimits): Promise<Watch[]> {
    const { rows } = await queries.execute(sql`
      with due as (
        select id from watches
        where next_at <= ${now} and (claimed_until is null or claimed_until < ${now}) and ${only}
        order by rank nulls last, next_at limit ${limit} for update skip locked)
      update watches set claim = ${claim}, claimed_until = ${until} from due where watches.id = due.id
      returning watches.id, subject_id, company_id, source, address, every_seconds, failures, failing_since, found_at, lost_at, checked_at, rank, etag, last_modified, notes`)
    const views = await subjectViews(
      queries,
      rows.map((row) => row.subject_id).filter((id): id is number => id !== null),
    )
    return rows.map((row) => ({
      id: Number(row.id),
      claim,
      subjectId: row.subject_id as number | null,
      companyId: row.company_id as number | null,
      source: row.source as string,
      address: row.address as string,
      everySeconds: row.every_seconds as number,
      failures: row.failures as number,
      failingSince: instant(row.failing_since),
      foundAt: instant(row.found_at),
      lostAt: instant(row.lost_at),
      isFirst: row.checked_at === null,
      isAsked: row.rank !== null,
      memory: {
        etag: row.etag as string | null,
        lastModified: row.last_modified as string | null,
        notes: row.notes as Memory['notes'],
      },
      subject: views.get(row.subject_id as number) ?? null,
    }))
  },

  /** Whoever else writes about these waits until we are done. */
  async lockSubjects(ids: number[]): Promise<void> {
    if (ids.length === 0) return
    await queries.execute(sql`
      select id from subjects where id = any(${sql.param([...new Set(ids)])}::int[]) order by id for no key update`)
  },

  /** Writes what came of looks, and tells which of them were still ours to write. */
  async finish(looks: { id: number; claim: string; outcome: Outcome }[]): Promise<Set<number>> {
    if (looks.length === 0) return new Set()
    const column = <Value>(pick: (outcome: Outcome) => Value) =>
      sql.param(looks.map(({ outcome }) => pick(outcome)))
    const { rows } = await queries.execute<{ id: string }>(sql`
      update watches set state = new.state, problem = new.problem, checked_at = new.checked_at,
        good_at = case when new.is_good then new.checked_at else watches.good_at end,
        found_at = new.found_at, lost_at = new.lost_at, failing_since = new.failing_since, failures = new.failures, every_seconds = new.every_seconds,
        next_at = new.next_at, etag = new.etag, last_modified = new.last_modified, notes = new.notes::jsonb,
        is_slow = new.is_slow, paused_at = null, rank = null, claim = null, claimed_until = null
      from unnest(${sql.param(looks.map(({ id }) => id))}::bigint[],
        ${sql.param(looks.map(({ claim }) => claim))}::uuid[], ${column((o) => o.state)}::text[],
        ${column((o) => o.problem)}::text[], ${column((o) => o.checkedAt.toISOString())}::timestamptz[],
        ${column((o) => o.isGood)}::bool[], ${column((o) => o.isSlow)}::bool[], ${column((o) => o.foundAt?.toISOString() ?? null)}::timestamptz[],
        ${column((o) => o.lostAt?.toISOString() ?? null)}::timestamptz[],
        ${column((o) => o.failingSince?.toISOString() ?? null)}::timestamptz[],
        ${column((o) => o.failures)}::int[], ${column((o) => o.everySeconds)}::int[],
        ${column((o) => o.nextAt.toISOString())}::timestamptz[], ${column((o) => o.memory.etag)}::text[],
        ${column((o) => o.memory.lastModified)}::text[],
        ${column((o) => (o.memory.notes ? JSON.stringify(o.memory.notes) : null))}::text[])
        as new (id, claim, state, problem, checked_at, is_good, is_slow, found_at, lost_at, failing_since, failures, every_seconds, next_at, etag, last_modified, notes)
      where watches.id = new.id and watches.claim = new.claim
      returning watches.id`)
    return new Set(rows.map(({ id }) => Number(id)))
  },

  /** How many fail again and again. */
  async parked(): Promise<number> {
    const { rows } = await queries.execute<{ n: number }>(
      sql`select count(*)::int as n from watches where failures >= ${PARKED_AFTER}`,
    )
    return rows[0]?.n ?? 0
  },

  async add(added: NewWatch[]): Promise<void> {
    if (added.length > 0) await queries.insert(watches).values(added).onConflictDoNothing()
  },

  /** A site whose feed is gone is discovered again, at once or, if that was just done, a day later. */
  async discoverAgain(lost: { subjectId: number; at: Date }[], site: string): Promise<void> {
    if (lost.length === 0) return
    await queries.execute(sql`
      update watches set next_at = least(next_at, lost.at)
      from unnest(${sql.param(lost.map(({ subjectId }) => subjectId))}::int[],
        ${sql.param(lost.map(({ at }) => at.toISOString()))}::timestamptz[]) as lost (subject_id, at)
      where watches.subject_id = lost.subject_id and source = ${site} and address = '' and claim is null`)
  },

  /** What is gone and stands elsewhere now, as a discovery has shown, is no longer polled. */
  async dropLost(found: { subjectId: number; addresses: string[] }[], site: string): Promise<void> {
    for (const { subjectId, addresses } of found)
      await queries.execute(sql`
        delete from watches where subject_id = ${subjectId} and source = ${site} and address <> ''
          and lost_at >= failing_since and address <> all(${sql.param(addresses)}::text[])`)
  },

  /** What a survey found out is what the other sources are asked with: those that had nothing to ask with go now. */
  async wakeOthers(subjectIds: number[], site: string, now: Date): Promise<void> {
    if (subjectIds.length === 0) return
    await queries.execute(sql`
      update watches set next_at = ${now}
      where subject_id = any(${sql.param(subjectIds)}::int[]) and source <> ${site} and claim is null
        and (checked_at is null or state in ('never-found', 'unsupported'))`)
  },

  /** There is a name that the press was not matched with: it is read again as a whole, at most every ten minutes. */
  async readPressAgain(press: string, now: Date): Promise<void> {
    await queries.execute(sql`
      with again as (
        select id from watches where source = ${press} and subject_id is null and company_id is null and claim is null
        order by id for update skip locked)
      update watches set etag = null, last_modified = null, notes = notes - 'hash',
        next_at = least(next_at, greatest(${now}::timestamptz + interval '5 seconds', checked_at + interval '10 minutes'))
      from again where watches.id = again.id`)
  },

  /** Somebody is tracked whom nobody tracked before: what is published for all, and asks nobody, is told from its beginning. */
  async tellAgain(sources: string[], now: Date): Promise<void> {
    await queries.execute(sql`
      update watches set next_at = ${now}, notes = notes - 'told'
      where source = any(${sql.param(sources)}::text[]) and subject_id is null and company_id is null`)
  },

  async subjectsTracked(): Promise<{ id: number; name: string; site: string | null }[]> {
    const rows = await queries
      .select()
      .from(subjects)
      .where(and(isNull(subjects.joinedTo), not(isSampleSubject)))
    return rows.map(({ id, name, key, website }) => ({ id, name, site: website === null ? null : key }))
  },

  /** What surveys found, many at once: one by one each would wait for the disk. */
  async keepSurveys(found: SurveyFound[], now: Date): Promise<void> {
    if (found.length === 0) return
    const ids = found.map(({ subjectId }) => subjectId)
    await queries.delete(subjectFacts).where(inArray(subjectFacts.subjectId, ids))
    const facts = found.flatMap(({ subjectId, facts: own }) =>
      own.map((fact) => ({ subjectId, ...fact, foundOn: now })),
    )
    if (facts.length > 0) await queries.insert(subjectFacts).values(facts).onConflictDoNothing()
    await queries.execute(sql`
      update subjects set surveyed_at = ${now}, name = coalesce(new.name, subjects.name)
      from unnest(${sql.param(ids)}::int[], ${sql.param(found.map(({ name }) => name))}::text[]) as new (id, name)
      where subjects.id = new.id`)
  },
})

const instant = (value: unknown) => (value === null ? null : new Date(value as string))

/** What is known in public of these subjects. */
export async function subjectViews(queries: Queries, ids: number[]): Promise<Map<number, SubjectView>> {
  if (ids.length === 0) return new Map()
  const wanted = [...new Set(ids)]
  const rows = await queries.select().from(subjects).where(inArray(subjects.id, wanted))
  const facts = await queries.select().from(subjectFacts).where(inArray(subjectFacts.subjectId, wanted))
  const factsOf = Map.groupBy(facts, ({ subjectId }) => subjectId)
  return new Map(
    rows.map(({ id, name, domain, website }) => {
      const own = (factsOf.get(id) ?? []).map(({ kind, value }) => ({ kind: kind as FactKind, value }))
      const aliases = own.filter(({ kind }) => kind === 'name').map(({ value }) => value)
      return [id, { name, domain, website, aliases, facts: own }]
    }),
  )
}
