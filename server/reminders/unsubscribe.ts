import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/open.ts'
import type { Clock, KeyedHash } from '../ports.ts'
import { reminderStore } from './store.ts'

const PURPOSE = 'unsubscribe'
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

type Needs = { database: Database; clock: Clock; hash: KeyedHash; publicUrl: string }

export type Unsubscribe = ReturnType<typeof createUnsubscribe>

/** Whose letters a link is about, proven by a keyed hash: it opens this one choice, nothing else, and does not expire. */
export function createUnsubscribe({ database, clock, hash, publicUrl }: Needs) {
  function ownerOf(token: string): string | null {
    const [, userId = '', given = ''] = TOKEN.exec(token) ?? []
    const isOurs = hash(PURPOSE, userId).some((own) => isSame(own, given))
    return userId !== '' && isOurs ? userId : null
  }

  return {
    /** In the query, because paths are logged and queries are not. */
    link: (userId: string) => `${publicUrl}/unsubscribe?token=${userId}.${hash(PURPOSE, userId)[0] ?? ''}`,

    /** Whether its owner gets reminders; null where the token is not ours or its owner is gone. */
    async isWanted(token: string): Promise<boolean | null> {
      const userId = ownerOf(token)
      const row = userId && (await reminderStore(database.system).find(userId))
      return row ? row.wantsReminders : null
    },

    /** Whose choice it was; null as above. */
    async choose(token: string, isWanted: boolean): Promise<string | null> {
      const userId = ownerOf(token)
      if (userId === null) return null
      return (await reminderStore(database.system).setWanted(userId, isWanted, clock())) ? userId : null
    },
  }
}

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
