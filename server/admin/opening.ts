import { entitlement } from '#domain/entitlement.ts'
import { accountStore } from '../account/store.ts'
import type { Queries } from '../database/open.ts'
import type { Queue } from '../ports.ts'

type Whose = { queue: Queue; userId: string; now: Date }

/** Writes what may open the product to somebody. Where it does, what they track is looked at again at once. */
export async function withOpening<T>(
  queries: Queries,
  { queue, userId, now }: Whose,
  write: () => Promise<T>,
) {
  const hasAccess = async () => {
    const row = await accountStore(queries).find(userId)
    return row !== null && entitlement(row, now).hasAccess
  }
  const had = await hasAccess()
  const written = await write()
  if (!had && (await hasAccess())) await queue.enqueue(queries, 'account.expire-trials', {})
  return written
}
