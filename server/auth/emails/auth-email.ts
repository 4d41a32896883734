import { DAY_MS, HOUR_MS } from '#domain/time.ts'

/** The payload of an email job. Tokens are derived from the nonce on sending and stored nowhere. */
export type AuthEmail = {
  kind:
    | 'confirmation'
    | 'recovery'
    | 'magiclink'
    | 'invite'
    | 'reauthentication'
    | 'email-change-new'
    | 'email-change-current'
    | 'email-change-notice'
    | 'email-change-undone'
    | 'password-changed'
    | 'security-changed'
    | 'new-sign-in'
    | 'sign-up-attempted'
    | 'email-change-refused'
    | 'account-deleted'
  to: string
  nonce: string
  at: string
  redirectTo?: string
  flow?: { challenge: string; method: string }
  device?: { userAgent: string; ip: string }
  newEmail?: string
  pending?: boolean
  /** Another sign-up with this address is still unconfirmed. */
  repeated?: boolean
  change?:
    | 'passkey-added'
    | 'passkey-removed'
    | 'authenticator-added'
    | 'authenticator-removed'
    | 'recovery-codes-created'
    | 'recovery-codes-removed'
  /** Set when a magic link may create the account. */
  signUp?: { data: Record<string, unknown> }
}

/** An email delayed longer than this is dropped. Links and codes would have expired. */
export const maxDelayMs = (kind: AuthEmail['kind']): number => MAX_DELAY_MS[kind] ?? DAY_MS

const MAX_DELAY_MS: Partial<Record<AuthEmail['kind'], number>> = {
  reauthentication: HOUR_MS,
  'email-change-notice': 7 * DAY_MS,
  'email-change-undone': 7 * DAY_MS,
  'password-changed': 7 * DAY_MS,
  'security-changed': 7 * DAY_MS,
  'new-sign-in': 3 * DAY_MS,
  'account-deleted': 7 * DAY_MS,
}
