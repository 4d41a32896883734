import { sql } from 'drizzle-orm'
import type { Database } from '../database/open.ts'
import type { Log } from '../ports.ts'

/** What an open page is told as it happens. */
export type LiveEvent =
  | { name: 'news'; data: { companyId: number } }
  | { name: 'gather'; data: { done: number; total: number } }
  | { name: 'entitlement'; data: Record<string, never> }

export type Numbered = LiveEvent & { id: string }

type Listener = (event: Numbered) => void

const REMEMBERED = 200
const KEPT_MS = 5 * 60_000

export type Events = ReturnType<typeof createEvents>

/** Carries what happens in any process to the pages that are open in this one. */
export function createEvents({ database, log }: { database: Database; log: Log }) {
  const listeners = new Map<string, Set<Listener>>()
  const recent = new Map<string, Numbered[]>()
  const boot = Date.now().toString(36)
  let number = 0
  let listening: Promise<() => Promise<void>> | undefined

  function tell(userId: string, event: LiveEvent): void {
    number += 1
    const numbered = { ...event, id: `${boot}-${number}` }
    const kept = recent.get(userId) ?? []
    kept.push(numbered)
    if (kept.length > REMEMBERED) kept.shift()
    recent.set(userId, kept)
    for (const listener of listeners.get(userId) ?? []) listener(numbered)
  }

  /** Which of the people here track these subjects. */
  async function tellNews(subjectIds: number[]): Promise<void> {
    const here = [...recent.keys()]
    if (here.length === 0) return
    const { rows } = await database.system.execute<{ user_id: string; id: number }>(sql`
      select user_id, id from companies where removed_at is null
        and subject_id = any(${sql.param(subjectIds)}::int[]) and user_id = any(${sql.param(here)}::uuid[])`)
    for (const { user_id: userId, id } of rows) tell(userId, { name: 'news', data: { companyId: id } })
  }

  const start = () =>
    (listening ??= database.listen('tidings_news', (payload) => {
      void tellNews(JSON.parse(payload) as number[]).catch((error: unknown) =>
        log.warn({ because: String(error) }, 'live news could not be told'),
      )
    }))

  return {
    tell,

    /** Everything from now on, and what came after the event that was seen last. */
    async subscribe(userId: string, lastSeen: string | null, listener: Listener): Promise<() => void> {
      await start()
      const own = listeners.get(userId) ?? new Set()
      own.add(listener)
      listeners.set(userId, own)
      const kept = recent.get(userId) ?? []
      if (!recent.has(userId)) recent.set(userId, kept)
      const at = lastSeen === null ? -1 : kept.findIndex(({ id }) => id === lastSeen)
      if (at >= 0) for (const event of kept.slice(at + 1)) listener(event)
      return () => {
        own.delete(listener)
        if (own.size > 0) return
        listeners.delete(userId)
        // Somebody who comes back soon, with a new connection, misses nothing.
        setTimeout(() => {
          if (!listeners.has(userId)) recent.delete(userId)
        }, KEPT_MS).unref()
      }
    },

    close: async () => {
      await (
        await listening
      )?.()
    },
  }
}
