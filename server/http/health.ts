import type { Context } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { HttpEnvironment } from './environment.ts'

export type HealthChecks = {
  database: () => Promise<void>
  migrated: () => Promise<boolean>
  stopping: () => boolean
}

/** Alive says nothing about the database: restarting us would not mend it. */
export const alive = (c: Context<HttpEnvironment>) => c.json({ status: 'alive' })

export function ready({ database, migrated, stopping }: HealthChecks) {
  return async (c: Context<HttpEnvironment>) => {
    if (stopping()) throw new AppError('unavailable', 'Stopping', { retryAfterSeconds: 5 })
    await database()
    if (!(await migrated()))
      throw new AppError('unavailable', 'Database migrations are pending', { retryAfterSeconds: 5 })
    return c.json({ status: 'ready' })
  }
}
