import { sql } from 'drizzle-orm'
import { hostKey } from '#domain/company-key.ts'
import { SAMPLE_PORTFOLIO } from '#domain/sample-portfolio.ts'
import type { Queries } from '../../database/open.ts'
import { subjectKey, type SubjectKey } from '../watches/subject.ts'

/** The one source of sample companies. */
export const SAMPLE_SOURCE = 'sample'
const PREFIX = 'sample:'

/** Holds for the shared record of a sample company, in a query over `subjects`. */
export const isSampleSubject = sql`starts_with(subjects.key, ${PREFIX})`

type SampleCompany = { id: number; name: string; nameKey: string; website: string | null }

/**
 * A sample company has a record of its own, which nobody else's company can share: its news begins when its owner loads
 * it, and what somebody types by the same name or website stays without fictional news.
 */
export function sampleSubject({ id, ...company }: SampleCompany): SubjectKey {
  const original = SAMPLE_PORTFOLIO.find(
    ({ website }) => hostKey(website ?? null) === hostKey(company.website),
  )
  return { ...subjectKey(company), name: original?.name ?? company.name, key: `${PREFIX}${id}` }
}

/** Sample companies are polled on the sample wire and nowhere else. */
export async function watchSampleWire(queries: Queries, keys: string[], everySeconds: number, now: string) {
  await queries.execute(sql`
    insert into watches (subject_id, source, every_seconds, next_at)
    select subjects.id, ${SAMPLE_SOURCE}, ${everySeconds}::int, ${now}::timestamptz from subjects
    where key = any(${sql.param(keys)}::text[]) and ${isSampleSubject}
    on conflict do nothing`)
}

/** Sample companies of earlier releases shared a record by domain: they are attached anew. */
export async function detachFromShared(queries: Queries): Promise<void> {
  await queries.execute(sql`
    update companies set subject_id = null
    where is_sample and exists (
      select from subjects where subjects.id = companies.subject_id and not ${isSampleSubject})`)
}
