import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { OWN_ACCOUNT, VIEW_MINUTES, VIEW_NOT_FOUND, type OpenedView } from '#domain/admin/support.ts'
import { AppError } from '#domain/errors.ts'
import { MINUTE_MS, type Clock } from '#domain/time.ts'
import { accountStore } from '../../account/store.ts'
import type { Database } from '../../platform/database/open.ts'
import { supportViews } from '../../platform/database/schema/support.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { writeAudit } from '../audit.ts'
import { knownUser } from './known-user.ts'

export type Actor = { id: string; name: string; sessionId: string }

type Needs = { database: Database; clock: Clock; queue: Queue }

/** Its owner is told in the same transaction, so nobody looks in secret. */
export function createSupportViews({ database, clock, queue }: Needs) {
  type New = { actor: string; sessionId: string; userId: string; reason: string }

  async function insertView({ actor, ...view }: New): Promise<{ id: string; endsAt: Date }> {
    const at = clock()
    const { userId, reason } = view
    const opened = { id: randomUUID(), endsAt: new Date(at.getTime() + VIEW_MINUTES * MINUTE_MS) }
    await database.asSystem(async (queries) => {
      await queries.insert(supportViews).values({ ...view, ...opened, openedAt: at })
      const job = { userId, kind: 'account-viewed', about: opened.id, at: at.toISOString(), reason } as const
      await queue.enqueue(queries, 'reminders.email', job)
      await writeAudit(queries, { at, actor, act: 'open-view', userId, details: { reason } })
    })
    return opened
  }

  return {
    async open(actor: Actor, id: string, reason: string): Promise<OpenedView> {
      const { id: userId, email } = await knownUser(database, id)
      if (userId === actor.id) throw new AppError('conflict', OWN_ACCOUNT)
      const view = await insertView({ actor: actor.name, sessionId: actor.sessionId, userId, reason })
      return { id: view.id, email, endsAt: view.endsAt.toISOString() }
    },

    /** For a look without a session, such as on the command line. */
    async announce(actor: string, id: string, reason: string): Promise<void> {
      const { id: userId } = await knownUser(database, id)
      await insertView({ actor, sessionId: randomUUID(), userId, reason })
    },

    async close(actor: Actor, id: string): Promise<void> {
      const at = clock()
      const [closed] = await database.system
        .update(supportViews)
        .set({ endsAt: at })
        .where(isOpen(id, actor.sessionId, at))
        .returning({ userId: supportViews.userId })
      if (!closed) throw new AppError('not-found', VIEW_NOT_FOUND)
      await writeAudit(database.system, {
        at,
        actor: actor.name,
        act: 'close-view',
        userId: closed.userId,
        details: {},
      })
    },

    /** Null once it has ended, and for any other session than the one that opened it. */
    async find(id: string, sessionId: string) {
      const [view] = UUID.test(id)
        ? await database.system
            .select({ userId: supportViews.userId })
            .from(supportViews)
            .where(isOpen(id, sessionId, clock()))
        : []
      return view ? accountStore(database.system).find(view.userId) : null
    },
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isOpen = (id: string, sessionId: string, now: Date) =>
  and(eq(supportViews.id, id), eq(supportViews.sessionId, sessionId), gt(supportViews.endsAt, now))
