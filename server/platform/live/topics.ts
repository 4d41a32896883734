import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queries } from '../database/open.ts'

/** The NOTIFY channels. */
export type Topic = 'tidings_entitlement' | 'tidings_news' | 'tidings_own_news' | 'tidings_polled' | 'tidings_read'

/** PostgreSQL limits a notification to 8,000 bytes. */
const MAX_IDS_PER_NOTIFICATION = 500

/** Delivered to every process on commit. */
export async function notify(queries: Queries, topic: Topic, notifiedIds: number[]): Promise<void> {
  const ids = [...new Set(notifiedIds)]
  for (let from = 0; from < ids.length; from += MAX_IDS_PER_NOTIFICATION) {
    const payload = JSON.stringify(ids.slice(from, from + MAX_IDS_PER_NOTIFICATION))
    await queries.execute(sql`select pg_notify(${topic}, ${payload})`)
  }
}

export async function notifyUser(queries: Queries, topic: Topic, userId: string): Promise<void> {
  await queries.execute(sql`select pg_notify(${topic}, ${userId})`)
}

const Ids = z.array(z.number().int())

/** Returns an empty list for any other payload. */
export function readIds(payload: string): number[] {
  try {
    return Ids.parse(JSON.parse(payload))
  } catch {
    return []
  }
}

/** Handles the first items at once and collects the rest between calls of `handle`, which never overlap. */
export function batch<Item>(
  pauseMs: number,
  handle: (items: Item[]) => Promise<void>,
  onError: (error: unknown) => void,
): (more: Item[]) => void {
  const waiting = new Set<Item>()
  let isBusy = false

  const handleAll = async () => {
    // What arrives in the same turn belongs together.
    await pause(0)
    while (waiting.size > 0) {
      const items = [...waiting]
      waiting.clear()
      await handle(items).catch(onError)
      await pause(pauseMs)
    }
    isBusy = false
  }

  return (more) => {
    for (const item of more) waiting.add(item)
    if (isBusy || waiting.size === 0) return
    isBusy = true
    void handleAll()
  }
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
