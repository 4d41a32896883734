import { writeLetter } from '../mail/auth-letters.ts'
import { isStillUseful } from '../mail/useful-until.ts'
import type { Queries } from '../database/open.ts'
import type { AuthLetter, Mail } from '../ports.ts'
import { isTaken } from './email-change.ts'
import { undoLink } from './email-change-undo.ts'
import { signUpByOtp } from './otp-sign-up.ts'
import { isIssued, issueToken, tokenOf, type TokenType } from './one-time-tokens.ts'
import type { AuthParts } from './parts.ts'
import { signUpMetadata } from './register.ts'
import { userStore, type AuthUser } from './store.ts'

/** Letters that carry a token: its kind, the type its link verifies, and where the account remembers that it was sent. */
const TOKEN_LETTERS = {
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
} as const satisfies Partial<
  Record<AuthLetter['kind'], { token: TokenType; verify: string; sent: keyof AuthUser }>
>

/** What the protocol calls the method of a session, where the letter has another name. */
const FLOW_METHODS: Partial<Record<AuthLetter['kind'], string>> = {
  confirmation: 'email/signup',
  'email-change-new': 'email_change',
  'email-change-current': 'email_change',
}

type TokenLetter = keyof typeof TOKEN_LETTERS
const isTokenLetter = (kind: AuthLetter['kind']): kind is TokenLetter => kind in TOKEN_LETTERS

export function createLetters(parts: AuthParts, mail: Mail) {
  return {
    /** The job behind every letter. Done twice it sends the same letter with the same id; after its token is spent, none. */
    async deliver(letter: AuthLetter): Promise<void> {
      if (!isStillUseful(letter.kind, letter.at, parts.clock())) {
        parts.log.warn({ event: 'email.expired', kind: letter.kind }, 'email dropped: no longer useful')
        return
      }
      const ready = await parts.database.asSystem((queries) => prepare(parts, queries, letter))
      if (!ready) return
      const { supportEmail, settings } = parts
      await mail.send(
        writeLetter(ready, { ...linkAndCode(parts, ready), siteUrl: settings.siteUrl, supportEmail }),
      )
    },
  }
}

/** What to send and to whom, if anybody; issues the token where the request itself could not know whether to. */
async function prepare(parts: AuthParts, queries: Queries, asked: AuthLetter): Promise<AuthLetter | null> {
  if (!isTokenLetter(asked.kind)) return asked
  const found = await recipient(queries, asked)
  const user = found ?? (await signUpByOtp(parts, queries, asked))
  const kind = kindFor(parts, asked.kind, user)
  const letter = { ...asked, kind }
  if (kind === 'email-change-new' && (await isTaken(parts, queries, user?.id, asked.to)))
    return { ...letter, kind: 'email-change-refused' }
  if (await isIssued(parts, queries, letter.nonce, letter.flow)) return letter
  const { token, sent } = TOKEN_LETTERS[kind]
  const at = new Date(letter.at)
  const last = user?.[sent]
  if (!user || (last && last.getTime() >= at.getTime())) return null
  const to = letter.kind === 'email-change-new' ? (user.emailChange ?? letter.to) : letter.to
  await issueToken(parts, queries, {
    userId: user.id,
    type: token,
    nonce: letter.nonce,
    relatesTo: to,
    at,
    flow: letter.flow ?? null,
    method: FLOW_METHODS[letter.kind] ?? letter.kind,
    ...(kind === 'confirmation' && asked.kind === 'magiclink' ? { signUp: byOtp(user, asked) } : {}),
  })
  await userStore(queries).update(user.id, { [sent]: at, updatedAt: at })
  return { ...letter, to }
}

/** Whoever never confirmed their address gets the email that does so; its link signs in as well. */
const kindFor = ({ settings }: AuthParts, kind: TokenLetter, user: AuthUser | null): TokenLetter =>
  kind === 'magiclink' && settings.confirmEmail && user && !user.emailConfirmedAt ? 'confirmation' : kind

const byOtp = (user: AuthUser, { signUp }: AuthLetter) => ({
  passwordHash: null,
  metadata: signUpMetadata(user, signUp?.data ?? {}),
})

async function recipient(queries: Queries, { kind, to }: AuthLetter): Promise<AuthUser | null> {
  const store = userStore(queries)
  const user =
    (kind === 'email-change-new' ? await store.findByPendingEmail(to) : null) ?? (await store.findByEmail(to))
  if (kind === 'email-change-new' && !user?.emailChange) return null
  return kind === 'confirmation' && user?.emailConfirmedAt ? null : user
}

/** From PUBLIC_URL, never from a header of the request. */
function linkAndCode(parts: AuthParts, letter: AuthLetter): { link: string; code: string } {
  const { settings, secrets } = parts
  if (letter.kind === 'email-change-notice' && !letter.pending)
    return { link: undoLink(parts, letter.nonce), code: '' }
  if (!isTokenLetter(letter.kind)) return { link: settings.siteUrl, code: '' }
  const { link, code } = tokenOf(secrets, letter.nonce, letter.flow)
  return {
    link: verifyLink(
      settings.url,
      link,
      TOKEN_LETTERS[letter.kind].verify,
      letter.redirectTo ?? settings.siteUrl,
    ),
    code,
  }
}

export const verifyLink = (authUrl: string, token: string, type: string, redirectTo: string) =>
  `${authUrl}/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`
