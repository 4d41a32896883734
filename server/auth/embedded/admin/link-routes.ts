import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Queries } from '../../../platform/database/open.ts'
import type { HttpEnvironment } from '../../../platform/http/session.ts'
import { audit } from '../security-events.ts'
import { requireServiceRole } from '../sessions/authenticate.ts'
import { readBody, readEmail, metadata } from '../http/request-body.ts'
import { AuthError, emailExists, invalid } from '../http/errors.ts'
import { verifyLink } from '../../emails/auth-emails.ts'
import { issueToken, tokenOf, type TokenType } from '../tokens/one-time-tokens.ts'
import type { AuthHttp, AuthParts } from '../parts.ts'
import type { RedirectAllowList } from '../http/redirect-allow-list.ts'
import { register, sendConfirmation } from '../sign-up/register.ts'
import { userStore, type AuthUser, loadUserObject } from '../users.ts'

const Link = z.object({
  type: z.string().default(''),
  email: z.string().default(''),
  password: z.string().optional(),
  new_email: z.string().optional(),
  data: metadata.default({}),
  redirect_to: z.string().optional(),
})
const Invite = z.object({ email: z.string().default(''), data: metadata.default({}) })

type Wanted = {
  type: string
  email: string
  newEmail: string | null
  passwordHash: string | null
  data: Record<string, unknown>
}
type Issued = { user: AuthUser; token: TokenType; verify: string; relatesTo: string }

export function adminLinkRoutes(parts: AuthParts, redirects: RedirectAllowList) {
  const { database } = parts
  return new Hono<HttpEnvironment>()
    .post('/admin/generate_link', async (c) => {
      await requireServiceRole(parts, c)
      const body = await readBody(c, Link)
      return c.json(
        await generate(parts, c, body, body.redirect_to ? redirects.orSite(body.redirect_to) : redirects.of(c)),
      )
    })
    .post('/invite', async (c) => {
      await requireServiceRole(parts, c)
      const body = await readBody(c, Invite)
      const email = readEmail(body.email)
      const user = await database.asSystem(async (queries) => {
        const invited = await invite(parts, queries, email, body.data)
        await audit(parts, queries, c, 'user_invited', invited.id)
        return loadUserObject(
          queries,
          await sendConfirmation(parts, queries, c, invited, {
            redirectTo: redirects.of(c),
            flow: null,
            kind: 'invite',
            signUp: { passwordHash: null, metadata: body.data },
          }),
        )
      })
      return c.json(user)
    })
}

async function generate(parts: AuthParts, c: AuthHttp, body: z.infer<typeof Link>, redirectTo: string) {
  const { database, passwords, secrets, settings, clock } = parts
  const email = readEmail(body.email)
  const newEmail = body.new_email ? readEmail(body.new_email) : null
  if (body.type === 'signup' && !body.password) throw invalid('Signup requires a valid password')
  if (body.password) passwords.check(body.password, email)
  const passwordHash = body.password ? await passwords.hash(body.password) : null
  return database.asSystem(async (queries) => {
    const { user, token, verify, relatesTo } = await prepareLink(parts, queries, {
      type: body.type,
      email,
      newEmail,
      passwordHash,
      data: body.data,
    })
    const nonce = randomUUID()
    const at = clock()
    const signUp = { passwordHash, metadata: body.data }
    await issueToken(parts, queries, {
      userId: user.id,
      type: token,
      nonce,
      relatesTo,
      at,
      method: verify,
      ...(token === 'confirmation_token' ? { signUp } : {}),
    })
    const sent =
      token === 'confirmation_token'
        ? { confirmationSentAt: at }
        : token === 'recovery_token'
          ? { recoverySentAt: at }
          : { emailChangeSentAt: at }
    const marked = await userStore(queries).update(user.id, sent)
    await audit(parts, queries, c, 'generate_link', user.id, { type: body.type })
    const { link, code } = tokenOf(secrets, nonce)
    return {
      ...(await loadUserObject(queries, marked)),
      action_link: verifyLink(settings.url, link, verify, redirectTo),
      email_otp: code,
      hashed_token: link,
      verification_type: body.type === 'magiclink' && verify === 'signup' ? 'signup' : body.type,
      redirect_to: redirectTo,
    }
  })
}

async function prepareLink(parts: AuthParts, queries: Queries, wanted: Wanted): Promise<Issued> {
  const { type, email, newEmail, data } = wanted
  const store = userStore(queries)
  const existing = await store.findByEmail(email)
  switch (type) {
    case 'invite':
      return confirmation(await invite(parts, queries, email, data), 'invite', email)
    case 'signup':
      if (existing?.emailConfirmedAt) throw emailExists()
      return confirmation(existing ?? (await added(parts, queries, wanted)), 'signup', email)
    case 'magiclink':
      if (!existing) return confirmation(await added(parts, queries, wanted), 'signup', email)
      return { user: existing, token: 'recovery_token', verify: 'magiclink', relatesTo: email }
    case 'recovery':
      if (!existing) throw notFound()
      return { user: existing, token: 'recovery_token', verify: 'recovery', relatesTo: email }
    case 'email_change_current':
    case 'email_change_new': {
      if (!existing) throw notFound()
      if (!newEmail) throw invalid('An email address is required')
      if (await store.findByEmail(newEmail)) throw emailExists()
      const user = await store.update(existing.id, { emailChange: newEmail, emailChangeConfirmStatus: 0 })
      const isNew = type === 'email_change_new'
      return {
        user,
        token: isNew ? 'email_change_token_new' : 'email_change_token_current',
        verify: 'email_change',
        relatesTo: isNew ? newEmail : email,
      }
    }
    default:
      throw invalid(`Invalid email action link type requested: ${type.slice(0, 40)}`)
  }
}

const confirmation = (user: AuthUser, verify: string, relatesTo: string): Issued => ({
  user,
  token: 'confirmation_token',
  verify,
  relatesTo,
})

async function added(parts: AuthParts, queries: Queries, { email, passwordHash, data }: Wanted): Promise<AuthUser> {
  const user = await register(parts, queries, { email, passwordHash, data, confirmed: false })
  if (!user) throw emailExists()
  return user
}

async function invite(
  parts: AuthParts,
  queries: Queries,
  email: string,
  data: Record<string, unknown>,
): Promise<AuthUser> {
  const existing = await userStore(queries).findByEmail(email)
  if (existing?.emailConfirmedAt) throw emailExists()
  const invitedAt = parts.clock()
  if (existing) return userStore(queries).update(existing.id, { invitedAt, updatedAt: invitedAt })
  const user = await register(parts, queries, {
    email,
    passwordHash: null,
    data,
    confirmed: false,
    invitedAt,
  })
  if (!user) throw emailExists()
  return user
}

const notFound = () => new AuthError(404, 'user_not_found', 'User with this email not found')
