import { queryOptions } from '@tanstack/react-query'
import type { Refreshable } from './refresh.ts'

/** A company that could not be checked, and why. */
export type Unchecked = { id: number; name: string; reason: string }

/** What the last refresh could not check; kept beside the news until the next one. */
export const uncheckedQuery = queryOptions<Unchecked[]>({
  queryKey: ['refresh-unchecked'],
  queryFn: () => [],
  staleTime: Infinity,
  gcTime: Infinity,
})

/**
 * It has worked when at least one company was checked, whether or not there was anything new about it.
 * Those that are still being checked have not failed.
 */
export function readRefresh(answer: unknown, asked: Refreshable[]) {
  const failed = failuresOf(answer)
  const open = waitingOf(answer)
  const unsettled = new Set<unknown>([...failed.map(({ companyId }) => companyId), ...open])
  const waiting = asked.filter(({ id }) => open.includes(id)).length
  const nameOf = new Map(asked.map(({ id, name }) => [id, name]))
  return {
    worked: asked.some(({ id }) => !unsettled.has(id)),
    failed: failed.length,
    waiting,
    unchecked: failed.flatMap(({ companyId, reason }): Unchecked[] => {
      const name = nameOf.get(Number(companyId))
      if (!name) return []
      return [
        { id: Number(companyId), name, reason: typeof reason === 'string' ? reason : 'No reason was given.' },
      ]
    }),
  }
}

type Failure = { companyId?: unknown; reason?: unknown }

function failuresOf(answer: unknown): Failure[] {
  const { failed } = (answer ?? {}) as { failed?: unknown }
  return Array.isArray(failed)
    ? failed.filter((one): one is Failure => typeof one === 'object' && one !== null)
    : []
}

function waitingOf(answer: unknown): unknown[] {
  const { waiting } = (answer ?? {}) as { waiting?: unknown }
  return Array.isArray(waiting) ? waiting : []
}
