import type { Context } from 'hono'
import type { HttpEnvironment } from '../http/environment.ts'

/** Who acts, as the record shows them after their account is gone. */
export const actorOf = (c: Context<HttpEnvironment>): string => c.var.user.email || c.var.user.id
