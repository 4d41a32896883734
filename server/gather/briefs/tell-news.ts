import type { Queries } from '../../database/open.ts'
import { tell } from '../tell.ts'
import type { Whose } from './write-briefs.ts'

/** Tells the pages that are open somewhere of whom there is something new. */
export async function tellNews(queries: Queries, { subjectIds, companyIds }: Whose): Promise<void> {
  await tell(queries, 'tidings_news', subjectIds)
  await tell(queries, 'tidings_own_news', companyIds)
}
