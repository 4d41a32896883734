import { and, asc, count, desc, eq, ilike, isNull, type SQL } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { authSessions, authUsers } from '../../../platform/database/schema/auth.ts'
import type { HttpEnvironment } from '../../../platform/http/session.ts'
import { changeUser, createUser, NewUserBody, removeUser, UserChangeBody } from './change-user.ts'
import { audit, notifySecurityChange } from '../security-events.ts'
import { requireServiceRole } from '../sessions/authenticate.ts'
import { readBody, readOptionalBody } from '../http/request-body.ts'
import { AuthError, invalid } from '../http/errors.ts'
import { findFactor, removeFactor } from '../factors/factors.ts'
import { removalOf } from '../factors/factor-routes.ts'
import { listPasskeys, passkeyObject, removePasskey } from '../passkeys/passkey-routes.ts'
import type { AuthHttp, AuthParts } from '../parts.ts'
import { userStore, type AuthUser, factorObject, loadUserObject, userObject } from '../users.ts'

const PER_PAGE = 50
const MAX_PER_PAGE = 1000

const Removal = z.object({ should_soft_delete: z.boolean().default(false) })

export function adminUserRoutes(parts: AuthParts) {
  const { database } = parts
  const system = database.system
  const routes = new Hono<HttpEnvironment>()
  routes.use('/admin/*', async (c, next) => {
    await requireServiceRole(parts, c)
    await next()
  })
  return routes
    .get('/admin/users', (c) => list(parts, c))
    .post('/admin/users', async (c) => c.json(await createUser(parts, c, await readBody(c, NewUserBody))))
    .get('/admin/users/:id', async (c) => c.json(await loadUserObject(system, await named(parts, c))))
    .put('/admin/users/:id', async (c) => {
      const user = await named(parts, c)
      return c.json(await changeUser(parts, c, user, await readBody(c, UserChangeBody)))
    })
    .delete('/admin/users/:id', async (c) => {
      const user = await named(parts, c)
      const { should_soft_delete: softly } = await readOptionalBody(c, Removal)
      await removeUser(parts, c, user, softly)
      return c.json({})
    })
    .get('/admin/users/:id/factors', async (c) => {
      const user = await named(parts, c)
      return c.json((await userStore(system).factors(user.id)).map(factorObject))
    })
    .delete('/admin/users/:id/factors/:factorId', async (c) => {
      const user = await named(parts, c)
      const factor = await findFactor(system, user.id, c.req.param('factorId'))
      await database.asSystem(async (queries) => {
        await removeFactor(parts, queries, factor)
        if (factor.status === 'verified') await notifySecurityChange(parts, queries, user, removalOf(factor))
        await queries.delete(authSessions).where(and(eq(authSessions.userId, user.id), eq(authSessions.aal, 'aal2')))
        await audit(parts, queries, c, 'factor_deleted', user.id, { factor: factor.id, by: 'admin' })
      })
      return c.json(factorObject(factor))
    })
    .get('/admin/users/:id/passkeys', async (c) => {
      const user = await named(parts, c)
      return c.json((await listPasskeys(system, user.id)).map(passkeyObject))
    })
    .delete('/admin/users/:id/passkeys/:passkeyId', async (c) => {
      const user = await named(parts, c)
      await database.asSystem(async (queries) => {
        await removePasskey(queries, user.id, c.req.param('passkeyId'))
        await notifySecurityChange(parts, queries, user, 'passkey-removed')
        await audit(parts, queries, c, 'passkey_deleted', user.id, { by: 'admin' })
      })
      return c.body(null, 204)
    })
}

async function named(parts: AuthParts, c: AuthHttp): Promise<AuthUser> {
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await userStore(parts.database.system).find(id.data)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

async function list({ database }: AuthParts, c: AuthHttp) {
  const page = readNumber(c.req.query('page'), 1, 'page')
  const perPage = Math.min(readNumber(c.req.query('per_page'), PER_PAGE, 'per_page'), MAX_PER_PAGE)
  const filter = c.req.query('filter')
  const where = and(
    isNull(authUsers.deletedAt),
    filter ? ilike(authUsers.email, `%${filter.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`) : undefined,
  )
  const [{ total } = { total: 0 }] = await database.system.select({ total: count() }).from(authUsers).where(where)
  const rows = await database.system
    .select()
    .from(authUsers)
    .where(where)
    .orderBy(...order(c.req.query('sort')))
    .limit(perPage)
    .offset((page - 1) * perPage)
  const last = Math.max(1, Math.ceil(total / perPage))
  // The client library reads the page number after the first `=` of each URL.
  const link = (to: number, rel: string) => `<${c.req.path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  c.header('link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
  c.header('x-total-count', String(total))
  return c.json({ users: rows.map((row) => userObject(row, null)), aud: 'authenticated' })
}

function readNumber(text: string | undefined, fallback: number, name: string): number {
  if (!text) return fallback
  if (!/^[1-9]\d{0,6}$/.test(text)) throw invalid(`Bad Pagination Parameters: ${name} must be a number`)
  return Number(text)
}

function order(sort: string | undefined): SQL[] {
  const [field, direction] = (sort ?? '').split(/[ :]/)
  const column =
    field === 'email' ? authUsers.email : field === 'updated_at' ? authUsers.updatedAt : authUsers.createdAt
  return [direction === 'asc' ? asc(column) : desc(column), desc(authUsers.id)]
}
