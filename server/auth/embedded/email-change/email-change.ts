import { randomUUID } from 'node:crypto'
import type { Queries } from '../../../platform/database/open.ts'
import { audit } from '../security-events.ts'
import { offerUndo, reservedFor, evictUnconfirmed, moveAddress } from './undo.ts'
import { emailExists, expired } from '../http/errors.ts'
import { issueToken, removeToken, type Flow, type TokenRow } from '../tokens/one-time-tokens.ts'
import { enqueueEmail, type AuthHttp, type AuthParts } from '../parts.ts'
import { endSessions } from '../sessions/sessions.ts'
import { userStore, type AuthUser } from '../users.ts'

type EmailChange = { email: string; redirectTo: string; flow: Flow | null; sessionId: string }

export async function startEmailChange(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  user: AuthUser,
  request: EmailChange,
): Promise<AuthUser> {
  const { email, redirectTo, flow, sessionId } = request
  const at = parts.clock()
  const changed = await userStore(queries).update(user.id, {
    emailChange: email,
    emailChangeSentAt: at,
    emailChangeConfirmStatus: 0,
    emailChangeSessionId: sessionId,
    updatedAt: at,
  })
  const link = { redirectTo, ...(flow ? { flow } : {}) }
  const issue = { userId: user.id, at, flow, method: 'email_change' }
  const nonce = randomUUID()
  await issueToken(parts, queries, { ...issue, type: 'email_change_token_new', nonce, relatesTo: email })
  await enqueueEmail(parts, queries, { kind: 'email-change-new', to: email, nonce, ...link })
  if (user.email && parts.settings.secureEmailChange) {
    const second = randomUUID()
    await issueToken(parts, queries, {
      ...issue,
      type: 'email_change_token_current',
      nonce: second,
      relatesTo: user.email,
    })
    await enqueueEmail(parts, queries, {
      kind: 'email-change-current',
      to: user.email,
      nonce: second,
      newEmail: email,
      ...link,
    })
  } else if (user.email) {
    await enqueueEmail(parts, queries, {
      kind: 'email-change-notice',
      to: user.email,
      nonce: randomUUID(),
      newEmail: email,
      pending: true,
    })
  }
  await audit(parts, queries, c, 'user_email_change_requested', user.id)
  return changed
}

/** Also true while another account can still undo a change away from this address. */
export async function isTaken(
  parts: AuthParts,
  queries: Queries,
  userId: string | undefined,
  email: string,
): Promise<boolean> {
  const holder = await userStore(queries).findByEmail(email)
  if (holder?.emailConfirmedAt) return true
  const owner = await reservedFor(parts, queries, email)
  return owner !== null && owner !== userId
}

/** Returns null if the other address hasn't confirmed yet. Ends every session except the one that requested it. */
export async function finishEmailChange(
  parts: AuthParts,
  queries: Queries,
  c: AuthHttp,
  user: AuthUser,
  token: TokenRow,
): Promise<AuthUser | null> {
  const store = userStore(queries)
  const now = parts.clock()
  // The link was opened before, and the change is already complete.
  if (token.openedSessionId && !user.emailChange) return user
  if (!user.emailChange) throw expired('link')
  if (parts.settings.secureEmailChange && user.email && user.emailChangeConfirmStatus === 0) {
    await removeToken(queries, token.id)
    await store.update(user.id, { emailChangeConfirmStatus: 1, updatedAt: now })
    return null
  }
  if (await isTaken(parts, queries, user.id, user.emailChange)) throw emailExists()
  await evictUnconfirmed(parts, queries, user.emailChange)
  const changed = await moveAddress(parts, queries, user, user.emailChange)
  await endSessions(queries, user.id, user.emailChangeSessionId ? { except: user.emailChangeSessionId } : {})
  if (user.email) await offerUndo(parts, queries, changed, user.email)
  await audit(parts, queries, c, 'user_email_changed', user.id)
  return changed
}
