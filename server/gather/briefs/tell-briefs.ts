import type { Queries } from '../../database/open.ts'
import { tell } from '../tell.ts'
import type { Briefs } from './write-briefs.ts'

/** Writes the briefs that follow from a change, and tells the pages that are open somewhere. */
export async function tellBriefs(
  queries: Queries,
  briefs: Briefs,
  changed: { subjectIds: number[]; companyIds: number[] },
  now: Date,
): Promise<void> {
  await tell(queries, 'tidings_news', await briefs.write(queries, changed.subjectIds, now))
  const own = await briefs.writeOwn(queries, changed, now)
  await tell(
    queries,
    'tidings_own_news',
    own.map(({ companyId }) => companyId),
  )
}
