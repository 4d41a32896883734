import { asc, eq, lte } from 'drizzle-orm'
import {
  ALREADY_CONFIRMED,
  AUTH_ELSEWHERE,
  FACTOR_RESET_HOURS,
  NO_SECOND_FACTOR,
  RESET_NOT_FOUND,
  RESET_PENDING,
} from '#domain/admin/support.ts'
import { AppError } from '#domain/errors.ts'
import { HOUR_MS, type Clock } from '#domain/time.ts'
import type { AccountSupport, Auth } from '../../auth/auth.ts'
import type { Database } from '../../platform/database/open.ts'
import { factorResets } from '../../platform/database/schema/support.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { writeAudit } from '../audit.ts'
import { knownUser } from './known-user.ts'

type Needs = { database: Database; clock: Clock; queue: Queue; auth: Pick<Auth, 'support'> }

const BATCH_SIZE = 100

export function createSignInHelp({ database, clock, queue, auth }: Needs) {
  function support(): AccountSupport {
    if (!auth.support) throw new AppError('conflict', AUTH_ELSEWHERE)
    return auth.support
  }

  return {
    async resendConfirmation(actor: string, id: string): Promise<void> {
      const { id: userId } = await knownUser(database, id)
      const service = support()
      await database.asSystem(async (queries) => {
        if (!(await service.resendConfirmation(queries, userId))) throw new AppError('conflict', ALREADY_CONFIRMED)
        await writeAudit(queries, { at: clock(), actor, act: 'resend-confirmation', userId, details: {} })
      })
    },

    /** The waiting time is the owner's chance to object, so the email leaves in the same transaction. */
    async requestReset(actor: string, id: string, evidence: string): Promise<void> {
      const { id: userId } = await knownUser(database, id)
      if (!(await support().state(userId)).hasSecondFactor) throw new AppError('conflict', NO_SECOND_FACTOR)
      const at = clock()
      const dueAt = new Date(at.getTime() + FACTOR_RESET_HOURS * HOUR_MS)
      await database.asSystem(async (queries) => {
        const added = await queries
          .insert(factorResets)
          .values({ userId, requestedAt: at, requestedBy: actor, dueAt })
          .onConflictDoNothing()
          .returning({ userId: factorResets.userId })
        if (added.length === 0) throw new AppError('conflict', RESET_PENDING)
        const job = { userId, kind: 'factor-reset', about: String(at.getTime()), at: at.toISOString() } as const
        await queue.enqueue(queries, 'reminders.email', { ...job, dueAt: dueAt.toISOString() })
        await writeAudit(queries, { at, actor, act: 'request-factor-reset', userId, details: { evidence } })
      })
    },

    async cancelReset(actor: string, id: string): Promise<void> {
      const { id: userId } = await knownUser(database, id)
      await database.asSystem(async (queries) => {
        const { rowCount } = await queries.delete(factorResets).where(eq(factorResets.userId, userId))
        if (rowCount === 0) throw new AppError('not-found', RESET_NOT_FOUND)
        await writeAudit(queries, { at: clock(), actor, act: 'cancel-factor-reset', userId, details: {} })
      })
    },

    /** Deleting the row claims it, so two workers do not both act. */
    async runResets(): Promise<void> {
      const due = await database.system
        .select()
        .from(factorResets)
        .where(lte(factorResets.dueAt, clock()))
        .orderBy(asc(factorResets.userId))
        .limit(BATCH_SIZE)
      for (const { userId, requestedAt, requestedBy: actor } of due)
        await database.asSystem(async (queries) => {
          const { rowCount } = await queries.delete(factorResets).where(eq(factorResets.userId, userId))
          if (rowCount === 0 || !auth.support) return
          const isDone = await auth.support.removeSecondFactor(queries, userId, requestedAt)
          const act = isDone ? 'reset-factor' : 'factor-still-used'
          await writeAudit(queries, { at: clock(), actor, act, userId, details: {} })
        })
    },
  }
}
