import { DAY_MS } from '#domain/time.ts'
import { randomUUID } from 'node:crypto'
import { and, eq, gt, gte } from 'drizzle-orm'
import { Hono } from 'hono'
import { emailChangeUndos } from '../../../platform/database/schema/auth.ts'
import { mfaFactors, webauthnCredentials } from '../../../platform/database/schema/auth-factors.ts'
import type { Queries } from '../../../platform/database/open.ts'
import type { HttpEnvironment } from '../../../platform/http/session.ts'
import { audit } from '../security-events.ts'
import { removeFactor } from '../factors/factors.ts'
import { clearTokens } from '../tokens/one-time-tokens.ts'
import { enqueueEmail, type AuthHttp, type AuthParts } from '../parts.ts'
import { sha256, type Secrets } from '../tokens/keys.ts'
import { endSessions } from '../sessions/sessions.ts'
import { userStore, type AuthUser } from '../users.ts'
import { escapeHtml, sendPlainPage } from '../../../platform/http/plain-page.ts'

export const UNDO_DAYS = 7
/** An attacker may add a factor before changing the address, so factors added the day before are removed too. */
const SUSPECT_MS = DAY_MS

/** Undoing takes a form submission, because mail scanners open every link and a GET mustn't change anything. */
export function emailChangeUndoRoutes(parts: AuthParts) {
  const limited = parts.throttle.perPeer('verify')
  return new Hono<HttpEnvironment>()
    .get('/email-change/undo', limited, async (c) => {
      const token = c.req.query('token') ?? ''
      const open = await findUndo(parts, parts.database.system, token)
      return open ? undoPage(c, { token, email: open.oldEmail }) : undoResultPage(c, { kind: 'expired' })
    })
    .post('/email-change/undo', limited, async (c) => {
      const token = new URLSearchParams(await c.req.text()).get('token') ?? ''
      return undoResultPage(c, await parts.database.asSystem((queries) => undo(parts, queries, c, token)))
    })
}

export async function offerUndo(
  parts: AuthParts,
  queries: Queries,
  changed: AuthUser,
  oldEmail: string,
): Promise<void> {
  const nonce = randomUUID()
  await queries.insert(emailChangeUndos).values({
    id: randomUUID(),
    userId: changed.id,
    tokenHash: sha256(undoToken(parts.secrets, nonce)),
    oldEmail,
    createdAt: parts.clock(),
  })
  await enqueueEmail(parts, queries, {
    kind: 'email-change-notice',
    to: oldEmail,
    nonce,
    newEmail: changed.email ?? '',
  })
}

export const undoLink = ({ secrets, settings }: AuthParts, nonce: string) =>
  `${settings.url}/email-change/undo?${new URLSearchParams({ token: undoToken(secrets, nonce) })}`

/** While a change can be undone, no one else may take the old address. */
export async function reservedFor({ clock }: AuthParts, queries: Queries, email: string): Promise<string | null> {
  const [row] = await queries
    .select({ userId: emailChangeUndos.userId })
    .from(emailChangeUndos)
    .where(and(eq(emailChangeUndos.oldEmail, email), gt(emailChangeUndos.createdAt, since(clock()))))
    .limit(1)
  return row?.userId ?? null
}

export const removeUndos = async (queries: Queries, userId: string) => {
  await queries.delete(emailChangeUndos).where(eq(emailChangeUndos.userId, userId))
}

export type UndoResult = { kind: 'expired' } | { kind: 'taken' } | { kind: 'undone'; email: string }

/**
 * Factors added more than a day before the change are kept, because an undo mustn't bypass them. The password and all
 * sessions, links and newer undos are removed.
 */
async function undo(parts: AuthParts, queries: Queries, c: AuthHttp, token: string): Promise<UndoResult> {
  const store = userStore(queries)
  const found = await findUndo(parts, queries, token)
  const user = found && (await store.lock(found.userId))
  const row = user && (await findUndo(parts, queries, token))
  if (!row) return { kind: 'expired' }
  const { oldEmail: email, createdAt } = row
  const holder = await store.findByEmail(email)
  if (holder?.emailConfirmedAt && holder.id !== user.id) return { kind: 'taken' }
  await evictUnconfirmed(parts, queries, email)
  const restored = await moveAddress(parts, queries, user, email)
  await store.update(user.id, { encryptedPassword: null, recoverySentAt: null, updatedAt: parts.clock() })
  await clearTokens(queries, user.id)
  await removeSuspects(parts, queries, user.id, new Date(createdAt.getTime() - SUSPECT_MS))
  // Last, so that it also ends a session that a link or passkey started while the statements above waited for it.
  await endSessions(queries, user.id)
  await queries
    .delete(emailChangeUndos)
    .where(and(eq(emailChangeUndos.userId, user.id), gte(emailChangeUndos.createdAt, createdAt)))
  await emailOutcome(parts, queries, user, restored)
  await audit(parts, queries, c, 'user_email_change_undone', user.id)
  return { kind: 'undone', email }
}

async function removeSuspects(parts: AuthParts, queries: Queries, userId: string, addedSince: Date): Promise<void> {
  await queries
    .delete(webauthnCredentials)
    .where(and(eq(webauthnCredentials.userId, userId), gte(webauthnCredentials.createdAt, addedSince)))
  const factors = await queries
    .select()
    .from(mfaFactors)
    .where(and(eq(mfaFactors.userId, userId), gte(mfaFactors.createdAt, addedSince)))
  for (const factor of factors) await removeFactor(parts, queries, factor)
}

async function emailOutcome(parts: AuthParts, queries: Queries, before: AuthUser, restored: AuthUser): Promise<void> {
  const to = restored.email ?? ''
  const redirectTo = `${parts.settings.siteUrl}/reset-password-direct.html`
  await enqueueEmail(parts, queries, { kind: 'recovery', to, nonce: randomUUID(), redirectTo })
  if (before.email)
    await enqueueEmail(parts, queries, {
      kind: 'email-change-undone',
      to: before.email,
      nonce: randomUUID(),
    })
}

async function findUndo({ clock }: AuthParts, queries: Queries, token: string) {
  const [row] = await queries
    .select()
    .from(emailChangeUndos)
    .where(and(eq(emailChangeUndos.tokenHash, sha256(token)), gt(emailChangeUndos.createdAt, since(clock()))))
  return row ?? null
}

const since = (now: Date) => new Date(now.getTime() - UNDO_DAYS * DAY_MS)

const undoToken = (secrets: Secrets, nonce: string) => secrets.hash('undo', nonce)

function undoPage(c: AuthHttp, { token, email }: { token: string; email: string }): Response {
  return send(c, {
    title: 'Undo the email change?',
    content: `<p>Your account will use ${strong(email)} again. Every device is signed out, your current password stops working, and passkeys and authenticator apps added since the day before the change are removed. We then email you a link to choose a new password.</p>
<form method="post" action="undo"><input type="hidden" name="token" value="${escapeHtml(token)}"><button>Undo the change</button></form>`,
  })
}

function undoResultPage(c: AuthHttp, result: UndoResult): Response {
  switch (result.kind) {
    case 'undone':
      return send(c, {
        title: 'Email change undone',
        content: `<p>Your account uses ${strong(result.email)} again, and every device was signed out. We just emailed you a link to choose a new password; the old one no longer works.</p>`,
      })
    case 'taken':
      return send(
        c,
        {
          title: 'We could not undo this change',
          content: `<p>Your old address now belongs to another account. Please <a href="/contact">contact us</a>.</p>`,
        },
        409,
      )
    case 'expired':
      return send(
        c,
        {
          title: 'This link is invalid or has expired',
          content: `<p>An email change can be undone once, for 7 days. If you still need help, please <a href="/contact">contact us</a>.</p>`,
        },
        410,
      )
  }
}

const strong = (text: string) => `<strong>${escapeHtml(text)}</strong>`

function send(c: AuthHttp, page: { title: string; content: string }, status: 200 | 409 | 410 = 200): Response {
  c.header('referrer-policy', 'no-referrer')
  c.header('cache-control', 'no-store')
  return sendPlainPage(
    c,
    { ...page, style: ({ accent }) => `strong{overflow-wrap:anywhere}p a{color:${accent}}` },
    status,
  )
}

export async function moveAddress(
  parts: AuthParts,
  queries: Queries,
  user: AuthUser,
  email: string,
): Promise<AuthUser> {
  const store = userStore(queries)
  const now = parts.clock()
  const data = user.rawUserMetaData
  const changed = await store.update(user.id, {
    email,
    emailChange: null,
    emailChangeConfirmStatus: 0,
    emailChangeSessionId: null,
    emailConfirmedAt: now,
    isAnonymous: false,
    updatedAt: now,
    ...(user.isAnonymous
      ? { rawAppMetaData: { ...user.rawAppMetaData, provider: 'email', providers: ['email'] } }
      : {}),
    ...('email' in data ? { rawUserMetaData: { ...data, email, email_verified: true } } : {}),
  })
  await store.upsertIdentity(changed, 'email', now)
  await parts.profiles.changeEmail(queries, user.id, email)
  return changed
}

/** No one has ever signed in to an unconfirmed account, so a confirmed owner of the address replaces it. */
export async function evictUnconfirmed(parts: AuthParts, queries: Queries, email: string): Promise<void> {
  const holder = await userStore(queries).findByEmail(email)
  if (holder && !holder.emailConfirmedAt) await parts.profiles.erase(queries, holder.id)
}
