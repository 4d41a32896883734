import type { AuthEmail } from './auth-email.ts'
import type { Email } from '../../platform/email/transport.ts'
import { composeEmail, type Paragraph } from '../../platform/email/email-layout.ts'

type Parts = { link: string; code: string; siteUrl: string; supportEmail: string }
type Text = { subject: string; paragraphs: Paragraph[] }

const NOT_YOU = 'If this was not you, you can ignore this letter; nothing changes.'

const SIGNED_UP_AGAIN =
  'This address was used to sign up more than once. Confirm only the sign-up you made yourself: its password becomes the password of the account.'

/** What each letter of the auth server says. Everything it links to is on our own site. */
export function writeAuthEmail(email: AuthEmail, parts: Parts): Email {
  const { subject, paragraphs } = TEXTS[email.kind](email, parts)
  const host = new URL(parts.siteUrl).host
  return composeEmail({
    id: `${email.nonce}@${new URL(parts.siteUrl).hostname}`,
    kind: email.kind,
    to: email.to,
    subject,
    paragraphs,
    footer: `You get this letter because of your account, or a request for one, at ${host}.`,
    supportEmail: parts.supportEmail,
  })
}

const TEXTS: Record<AuthEmail['kind'], (email: AuthEmail, parts: Parts) => Text> = {
  confirmation: ({ repeated }, { link, code }) => ({
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'Welcome to Tidings. Please confirm that this address is yours; your 14-day free trial has begun.',
      ...(repeated ? [SIGNED_UP_AGAIN] : []),
      { button: 'Confirm address', href: link },
      'Or enter this code where you are asked for it:',
      { code },
      `The link and the code work once, within 24 hours. ${NOT_YOU}`,
    ],
  }),
  recovery: (_, { link, code }) => ({
    subject: 'Reset your password',
    paragraphs: [
      'Somebody, hopefully you, asked to set a new password for your account.',
      { button: 'Set a new password', href: link },
      'Or enter this code where you are asked for it:',
      { code },
      'The link will expire in 24 hours, works once, and stops working when a newer one is requested. If you did not ask for it, ignore this letter: your password stays as it is.',
    ],
  }),
  magiclink: (_, { link, code }) => ({
    subject: 'Your sign-in link',
    paragraphs: [
      'Use this link to sign in to Tidings.',
      { button: 'Sign in', href: link },
      'Or enter this code where you are asked for it:',
      { code },
      `The link and the code work once, within 24 hours. ${NOT_YOU}`,
    ],
  }),
  invite: (_, { link }) => ({
    subject: 'You are invited to Tidings',
    paragraphs: [
      'You have been invited to Tidings, which tells you what is happening to the private companies you backed.',
      { button: 'Accept the invitation', href: link },
      'The link works once, within 24 hours. If you did not expect it, ignore this letter.',
    ],
  }),
  reauthentication: (_, { code }) => ({
    subject: 'Your confirmation code',
    paragraphs: [
      'Enter this code to confirm that it is you:',
      { code },
      'It works once. If you did not ask for it, change your password: somebody is signed in as you.',
    ],
  }),
  'email-change-new': (_, { link, code }) => ({
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      'Please confirm that this is the new address of your account. Until then the old one stays.',
      { button: 'Confirm new address', href: link },
      'Or enter this code where you are asked for it:',
      { code },
      `The link and the code work once, within 24 hours. ${NOT_YOU}`,
    ],
  }),
  'email-change-current': ({ newEmail = '' }, { link, code }) => ({
    subject: 'Confirm the change of your e-mail address',
    paragraphs: [
      `Somebody, hopefully you, asked to change the address of your account to ${newEmail}.`,
      { button: 'Allow the change', href: link },
      'Or enter this code where you are asked for it:',
      { code },
      'If this was not you, do not open the link, and set a new password at once.',
    ],
  }),
  'email-change-notice': ({ newEmail = '', pending }, { link, siteUrl }) => ({
    subject: pending ? 'A change of your email address was requested' : 'Your email address was changed',
    paragraphs: pending
      ? [
          `Your account is about to change its address to ${masked(newEmail)}. It happens when the new address confirms.`,
          'If this was not you, set a new password now: that signs out every device and cancels the change.',
          { button: 'Set a new password', href: `${siteUrl}/forgot-password` },
        ]
      : [
          `The address of your account is now ${masked(newEmail)}, and your other devices were signed out. You will get no more emails at this address.`,
          'If this was not you, undo the change. You can do so for 7 days.',
          { button: 'Undo the change', href: link },
        ],
  }),
  'email-change-undone': (_, { siteUrl }) => ({
    subject: 'The change of an email address was undone',
    paragraphs: [
      'An account that recently moved to this address went back to its old one, at the request of its owner. Its devices were signed out.',
      'If you think this is a mistake, please contact us.',
      { button: 'Contact us', href: `${siteUrl}/contact` },
    ],
  }),
  'security-changed': ({ change = 'passkey-added', device, at }, { siteUrl }) => ({
    subject: SECURITY_CHANGES[change].subject,
    paragraphs: [
      `${SECURITY_CHANGES[change].text} ${device ? from(device, at) : 'We did this for you, at your request.'}`,
      'If this was not you, set a new password at once, then review how your account is protected.',
      { button: 'Set a new password', href: `${siteUrl}/forgot-password` },
      `Your security settings: ${siteUrl}/profile/security`,
    ],
  }),
  'password-changed': (_, { siteUrl }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed just now, and every other device was signed out.',
      'If this was not you, set a new one at once.',
      { button: 'Set a new password', href: `${siteUrl}/forgot-password` },
    ],
  }),
  'new-sign-in': ({ device, at }, { siteUrl }) => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      `Your account was signed in to from a device we had not seen before. ${from(device, at)}`,
      'If this was you, there is nothing to do. If not, end that session and change your password.',
      { button: 'Review your sessions', href: `${siteUrl}/profile/security` },
    ],
  }),
  'sign-up-attempted': (_, { siteUrl }) => ({
    subject: 'You already have an account',
    paragraphs: [
      'Somebody, perhaps you, tried to sign up with this address. It already has an account, so nothing was changed.',
      { button: 'Sign in', href: `${siteUrl}/signin` },
      `If you have forgotten your password, ask for a new one at ${siteUrl}/forgot-password.`,
    ],
  }),
  'email-change-refused': (_, { siteUrl }) => ({
    subject: 'Someone tried to use your email address',
    paragraphs: [
      'Someone asked to change the email address of their account to this one. It already has an account, so nothing was changed.',
      'If this was you, sign in to the account you already have.',
      { button: 'Sign in', href: `${siteUrl}/signin` },
    ],
  }),
  'account-deleted': () => ({
    subject: 'Your account was deleted',
    paragraphs: [
      'Your account and everything in it has been deleted, as you asked. This is the last letter you get from us.',
      'A keyed fingerprint of your address, which names nobody, is all that stays: it keeps a trial from being started twice.',
    ],
  }),
}

/** The old address learns that something changes, not somebody's whole new address. */
const masked = (email: string) => email.replace(/^(.).*(?=@)/u, '$1…')

const from = (device: AuthEmail['device'], at: string) =>
  `Device: ${device?.userAgent || 'an unnamed program'}, at ${device?.ip || 'an unknown address'}, on ${at.slice(0, 16).replace('T', ' ')} UTC.`

const SECURITY_CHANGES: Record<NonNullable<AuthEmail['change']>, { subject: string; text: string }> = {
  'passkey-added': {
    subject: 'A passkey was added to your account',
    text: 'A passkey was added to your account. Whoever holds it can sign in without your password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    text: 'A passkey was removed from your account and no longer signs in.',
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
