import { writeAuthEmail } from './auth-email-texts.ts'
import { isTooLate } from '../../platform/email/email-layout.ts'
import type { Queries } from '../../platform/database/open.ts'
import { maxDelayMs, type AuthEmail } from './auth-email.ts'
import type { EmailTransport } from '../../platform/email/transport.ts'
import { isTaken } from '../embedded/email-change/email-change.ts'
import { undoLink } from '../embedded/email-change/undo.ts'
import { signUpByOtp, signUpMetadata } from '../embedded/sign-up/register.ts'
import { isIssued, issueToken, tokenOf, type TokenType } from '../embedded/tokens/one-time-tokens.ts'
import type { AuthParts } from '../embedded/parts.ts'
import { userStore, type AuthUser } from '../embedded/users.ts'

/** Emails that carry a token: its kind, the type its link verifies, and where the account remembers that it was sent. */
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

/** What the protocol calls the method of a session, where the letter has another name. */
const FLOW_METHODS: Partial<Record<AuthEmail['kind'], string>> = {
  confirmation: 'email/signup',
  'email-change-new': 'email_change',
  'email-change-current': 'email_change',
}

type TokenEmail = keyof typeof TOKEN_EMAILS
const isTokenEmail = (kind: AuthEmail['kind']): kind is TokenEmail => kind in TOKEN_EMAILS

export function createAuthEmails(parts: AuthParts, mail: EmailTransport) {
  return {
    /** The job behind every letter. Done twice it sends the same letter with the same id; after its token is spent, none. */
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

/** What to send and to whom, if anybody; issues the token where the request itself could not know whether to. */
async function prepare(parts: AuthParts, queries: Queries, asked: AuthEmail): Promise<AuthEmail | null> {
  if (!isTokenEmail(asked.kind)) return asked
  const found = await recipient(queries, asked)
  const user = found ?? (await signUpByOtp(parts, queries, asked))
  const kind = kindFor(parts, asked.kind, user)
  const email = { ...asked, kind }
  if (kind === 'email-change-new' && (await isTaken(parts, queries, user?.id, asked.to)))
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
    ...(kind === 'confirmation' && asked.kind === 'magiclink' ? { signUp: byOtp(user, asked) } : {}),
  })
  await userStore(queries).update(user.id, { [sent]: at, updatedAt: at })
  return { ...email, to }
}

/** Whoever never confirmed their address gets the email that does so; its link signs in as well. */
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

/** From PUBLIC_URL, never from a header of the request. */
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
