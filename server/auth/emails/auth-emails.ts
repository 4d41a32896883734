import { writeAuthEmail, maxDelayMs, type AuthEmail } from './auth-email-texts.ts'
import { isTooLate } from '../../platform/email/email-layout.ts'
import type { Queries } from '../../platform/database/open.ts'
import type { EmailTransport } from '../../platform/email/transport.ts'
import { isTaken } from '../embedded/email-change/email-change.ts'
import { undoLink } from '../embedded/email-change/undo.ts'
import { signUpByOtp, signUpMetadata } from '../embedded/sign-up/register.ts'
import { isIssued, issueToken, tokenOf, type TokenType } from '../embedded/tokens/one-time-tokens.ts'
import type { AuthParts } from '../embedded/parts.ts'
import { userStore, type AuthUser } from '../embedded/users.ts'

/** For each email with a token: the token's type, the `type` in the link, and the column with the time it was sent. */
const TOKEN_EMAILS = {
  confirmation: { token: 'confirmation_token', verify: 'signup', sent: 'confirmationSentAt' },
  invite: { token: 'confirmation_token', verify: 'invite', sent: 'confirmationSentAt' },
  recovery: { token: 'recovery_token', verify: 'recovery', sent: 'recoverySentAt' },
  magiclink: { token: 'recovery_token', verify: 'magiclink', sent: 'recoverySentAt' },
  reauthentication: { token: 'reauthentication_token', verify: '', sent: 'reauthenticationSentAt' },
  'email-change-new': { token: 'email_change_token_new', verify: 'email_change', sent: 'emailChangeSentAt' },
  'email-change-current': {
    token: 'email_change_token_current',
    verify: 'email_change',
    sent: 'emailChangeSentAt',
  },
} as const satisfies Partial<Record<AuthEmail['kind'], { token: TokenType; verify: string; sent: keyof AuthUser }>>

/** The protocol's name for the session method, where it differs from the email's. */
const FLOW_METHODS: Partial<Record<AuthEmail['kind'], string>> = {
  confirmation: 'email/signup',
  'email-change-new': 'email_change',
  'email-change-current': 'email_change',
}

type TokenEmail = keyof typeof TOKEN_EMAILS
const isTokenEmail = (kind: AuthEmail['kind']): kind is TokenEmail => kind in TOKEN_EMAILS

export function createAuthEmails(parts: AuthParts, mail: EmailTransport) {
  return {
    /** Idempotent: a retry sends the same email with the same id, or nothing once its token has been used. */
    async deliver(email: AuthEmail): Promise<void> {
      if (isTooLate(email.at, maxDelayMs(email.kind), parts.clock())) {
        parts.log.warn({ event: 'email.expired', kind: email.kind }, 'email dropped: no longer useful')
        return
      }
      const ready = await parts.database.asSystem((queries) => prepare(parts, queries, email))
      if (!ready) return
      const { supportEmail, settings } = parts
      await mail.send(writeAuthEmail(ready, { ...linkAndCode(parts, ready), siteUrl: settings.siteUrl, supportEmail }))
    },
  }
}

async function prepare(parts: AuthParts, queries: Queries, request: AuthEmail): Promise<AuthEmail | null> {
  if (!isTokenEmail(request.kind)) return request
  const found = await recipient(queries, request)
  const user = found ?? (await signUpByOtp(parts, queries, request))
  const kind = kindFor(parts, request.kind, user)
  const email = { ...request, kind }
  if (kind === 'email-change-new' && (await isTaken(parts, queries, user?.id, request.to)))
    return { ...email, kind: 'email-change-refused' }
  if (await isIssued(parts, queries, email.nonce, email.flow)) return email
  const { token, sent } = TOKEN_EMAILS[kind]
  const at = new Date(email.at)
  const last = user?.[sent]
  if (!user || (last && last.getTime() >= at.getTime())) return null
  const to = email.kind === 'email-change-new' ? (user.emailChange ?? email.to) : email.to
  await issueToken(parts, queries, {
    userId: user.id,
    type: token,
    nonce: email.nonce,
    relatesTo: to,
    at,
    flow: email.flow ?? null,
    method: FLOW_METHODS[email.kind] ?? email.kind,
    ...(kind === 'confirmation' && request.kind === 'magiclink' ? { signUp: byOtp(user, request) } : {}),
  })
  await userStore(queries).update(user.id, { [sent]: at, updatedAt: at })
  return { ...email, to }
}

/** An unconfirmed user gets a confirmation email instead of a magic link; its link signs them in as well. */
const kindFor = ({ settings }: AuthParts, kind: TokenEmail, user: AuthUser | null): TokenEmail =>
  kind === 'magiclink' && settings.confirmEmail && user && !user.emailConfirmedAt ? 'confirmation' : kind

const byOtp = (user: AuthUser, { signUp }: AuthEmail) => ({
  passwordHash: null,
  metadata: signUpMetadata(user, signUp?.data ?? {}),
})

async function recipient(queries: Queries, { kind, to }: AuthEmail): Promise<AuthUser | null> {
  const store = userStore(queries)
  const user =
    (kind === 'email-change-new' ? await store.findByPendingEmail(to) : null) ?? (await store.findByEmail(to))
  if (kind === 'email-change-new' && !user?.emailChange) return null
  return kind === 'confirmation' && user?.emailConfirmedAt ? null : user
}

/** Built from PUBLIC_URL, never from a request header. */
function linkAndCode(parts: AuthParts, email: AuthEmail): { link: string; code: string } {
  const { settings, secrets } = parts
  if (email.kind === 'email-change-notice' && !email.pending) return { link: undoLink(parts, email.nonce), code: '' }
  if (!isTokenEmail(email.kind)) return { link: settings.siteUrl, code: '' }
  const { link, code } = tokenOf(secrets, email.nonce, email.flow)
  return {
    link: verifyLink(settings.url, link, TOKEN_EMAILS[email.kind].verify, email.redirectTo ?? settings.siteUrl),
    code,
  }
}

export const verifyLink = (authUrl: string, token: string, type: string, redirectTo: string) =>
  `${authUrl}/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`
