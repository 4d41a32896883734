import type { Context } from 'hono'
import type { HttpEnvironment } from '../http/environment.ts'

/** Who acts, as the record shows them for as long as they have an account. */
export const actorOf = (c: Context<HttpEnvironment>): string => c.var.user.email || c.var.user.id
