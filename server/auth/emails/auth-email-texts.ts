import type { Email } from '../../platform/email/transport.ts'
import { composeEmail, type Paragraph } from '../../platform/email/email-layout.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { GIVEN_ACCESS, type GivenAccess } from './given-access.ts'

/** The payload of an email job. Tokens are derived from the nonce when the email is sent and are never stored. */
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
    | 'access-given'
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
  access?: GivenAccess
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
  'access-given': 7 * DAY_MS,
  'new-sign-in': 3 * DAY_MS,
  'account-deleted': 7 * DAY_MS,
}

type Parts = { link: string; code: string; siteUrl: string; supportEmail: string }
type Text = { subject: string; paragraphs: Paragraph[] }

export function writeAuthEmail(email: AuthEmail, parts: Parts): Email {
  const { host, hostname } = new URL(parts.siteUrl)
  const written = composeEmail({
    id: `${email.nonce}@${hostname}`,
    kind: email.kind,
    to: email.to,
    ...TEXTS[email.kind](email, parts),
    footer: `You received this email because of your account, or a request for one, at ${host}.`,
    supportEmail: parts.supportEmail,
  })
  return { ...written, isAboutSignIn: true }
}

const NOT_YOU = 'If you did not request this, you can ignore this email.'
const EXPIRY = `The link and the code work once and expire in 24 hours. ${NOT_YOU}`

const linkOrCode = (button: string, { link, code }: Parts): Paragraph[] => [
  { button, href: link },
  'Or enter this code:',
  { code },
]

const newPassword = (siteUrl: string) => ({ button: 'Set a new password', href: `${siteUrl}/forgot-password` })

const TEXTS: Record<AuthEmail['kind'], (email: AuthEmail, parts: Parts) => Text> = {
  confirmation: ({ repeated }, parts) => ({
    subject: 'Confirm your email address',
    paragraphs: [
      'Welcome to Tidings. Your 14-day free trial has started. Please confirm your email address.',
      ...(repeated
        ? [
            'This address was used to sign up more than once. Confirm only the sign-up you made yourself: its password becomes the password of the account.',
          ]
        : []),
      ...linkOrCode('Confirm email address', parts),
      EXPIRY,
    ],
  }),
  recovery: (_, parts) => ({
    subject: 'Reset your password',
    paragraphs: [
      'We received a request to reset your password.',
      ...linkOrCode('Set a new password', parts),
      `The link will expire in 24 hours. It works once, and only the newest one works. ${NOT_YOU} Your password stays the same.`,
    ],
  }),
  magiclink: (_, parts) => ({
    subject: 'Your sign-in link',
    paragraphs: ['Use this link to sign in to Tidings.', ...linkOrCode('Sign in', parts), EXPIRY],
  }),
  invite: (_, { link }) => ({
    subject: 'You are invited to Tidings',
    paragraphs: [
      'You have been invited to Tidings, which follows the news about the private companies you invested in.',
      { button: 'Accept invitation', href: link },
      'The link works once and expires in 24 hours. If you did not expect it, you can ignore this email.',
    ],
  }),
  reauthentication: (_, { code }) => ({
    subject: 'Your confirmation code',
    paragraphs: [
      'Enter this code to confirm that it is you:',
      { code },
      'It works once. If you did not request it, someone else is signed in to your account: change your password now.',
    ],
  }),
  'email-change-new': (_, parts) => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      'Please confirm the new email address of your account. Until then, we keep using the old one.',
      ...linkOrCode('Confirm new address', parts),
      EXPIRY,
    ],
  }),
  'email-change-current': ({ newEmail = '' }, parts) => ({
    subject: 'Approve your new email address',
    paragraphs: [
      `We received a request to change the email address of your account to ${newEmail}.`,
      ...linkOrCode('Approve the change', parts),
      'If this was not you, do not open the link, and change your password now.',
    ],
  }),
  'email-change-notice': ({ newEmail = '', pending }, { link, siteUrl }) =>
    pending
      ? {
          subject: 'Email address change requested',
          paragraphs: [
            `The email address of your account will change to ${masked(newEmail)} once the new address is confirmed.`,
            'If this was not you, set a new password now. That signs out every device and cancels the change.',
            newPassword(siteUrl),
          ],
        }
      : {
          subject: 'Your email address was changed',
          paragraphs: [
            `The email address of your account is now ${masked(newEmail)}. Your other devices were signed out, and you will get no more emails at this address.`,
            'If this was not you, you can undo the change within 7 days.',
            { button: 'Undo the change', href: link },
          ],
        },
  'email-change-undone': (_, { siteUrl }) => ({
    subject: 'Your email address change was undone',
    paragraphs: [
      'An account that recently switched to this address was switched back at the request of its owner. Its devices were signed out.',
      'If you think this is a mistake, please contact us.',
      { button: 'Contact us', href: `${siteUrl}/contact` },
    ],
  }),
  'security-changed': ({ change = 'passkey-added', device, at }, { siteUrl }) => ({
    subject: SECURITY_CHANGES[change].subject,
    paragraphs: [
      `${SECURITY_CHANGES[change].text} ${device ? deviceLine(device, at) : 'Our support team did this at your request.'}`,
      'If this was not you, set a new password now, then review your security settings.',
      newPassword(siteUrl),
      `Your security settings: ${siteUrl}/profile/security`,
    ],
  }),
  'access-given': ({ access = 'api-key', at }, { siteUrl }) => ({
    subject: GIVEN_ACCESS[access].subject,
    paragraphs: [
      `${GIVEN_ACCESS[access].text} Time: ${minuteOf(at)} UTC.`,
      'If this was you, there is nothing to do. If not, end this access (changing your password does not), then set a new password.',
      { button: 'Review access', href: `${siteUrl}${GIVEN_ACCESS[access].path}` },
      `Set a new password: ${siteUrl}/forgot-password`,
    ],
  }),
  'password-changed': (_, { siteUrl }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was just changed, and every other device was signed out.',
      'If this was not you, set a new password now.',
      newPassword(siteUrl),
    ],
  }),
  'new-sign-in': ({ device, at }, { siteUrl }) => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      `Someone signed in to your account from a new device. ${deviceLine(device, at)}`,
      'If this was you, there is nothing to do. If not, sign out that device and change your password.',
      { button: 'Review your devices', href: `${siteUrl}/profile/security` },
    ],
  }),
  'sign-up-attempted': (_, { siteUrl }) => ({
    subject: 'You already have an account',
    paragraphs: [
      'Someone, perhaps you, tried to sign up with this email address. It already has an account, so nothing was changed.',
      { button: 'Sign in', href: `${siteUrl}/signin` },
      `Forgot your password? Reset it at ${siteUrl}/forgot-password.`,
    ],
  }),
  'email-change-refused': (_, { siteUrl }) => ({
    subject: 'Someone tried to use your email address',
    paragraphs: [
      'Someone tried to change the email address of their account to this one. It already has an account, so nothing was changed.',
      'If this was you, sign in to the account you already have.',
      { button: 'Sign in', href: `${siteUrl}/signin` },
    ],
  }),
  'account-deleted': () => ({
    subject: 'Your account was deleted',
    paragraphs: [
      'Your account and all of its data have been deleted, as you requested. This is the last email you will get from us.',
      'We keep only a keyed hash of your email address, which does not identify you, to prevent repeated free trials.',
    ],
  }),
}

/** Emails to the old address must not reveal the new one in full. */
const masked = (email: string) => email.replace(/^(.).*(?=@)/u, '$1…')

const deviceLine = (device: AuthEmail['device'], at: string) =>
  `Device: ${device?.userAgent || 'unknown'}. IP address: ${device?.ip || 'unknown'}. Time: ${minuteOf(at)} UTC.`

const minuteOf = (at: string) => at.slice(0, 16).replace('T', ' ')

const SECURITY_CHANGES: Record<NonNullable<AuthEmail['change']>, Record<'subject' | 'text', string>> = {
  'passkey-added': {
    subject: 'A passkey was added to your account',
    text: 'A passkey was added to your account. It can be used to sign in without your password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    text: 'A passkey was removed from your account. It can no longer be used to sign in.',
  },
  'authenticator-added': {
    subject: 'Two-step verification was turned on',
    text: 'An authenticator app was added to your account. Its codes are now required to sign in.',
  },
  'authenticator-removed': {
    subject: 'Two-step verification was turned off',
    text: 'An authenticator app was removed from your account.',
  },
  'recovery-codes-created': {
    subject: 'New recovery codes were created',
    text: 'New recovery codes were created for your account. Earlier ones no longer work.',
  },
  'recovery-codes-removed': {
    subject: 'Your recovery codes were removed',
    text: 'The recovery codes of your account were removed and no longer work.',
  },
}
