import { FACTOR_RESET_HOURS, VIEW_MINUTES } from '#domain/admin/support.ts'
import { longMoment as moment, type Paragraph } from '../../platform/email/email-layout.ts'

export type SupportFacts = { kind: 'account-viewed'; reason: string; at: Date } | { kind: 'factor-reset'; dueAt: Date }

type Text = { subject: string; paragraphs: Paragraph[]; because: string }

export const accountViewed = ({ reason, at }: Extract<SupportFacts, { kind: 'account-viewed' }>): Text => ({
  subject: 'Our support opened your account',
  paragraphs: [
    `On ${moment(at)}, our support opened your Tidings account to see it as you do. The reason:`,
    `“${reason}”`,
    `They can look at your pages for ${VIEW_MINUTES} minutes. They cannot change anything, and they see no passwords, keys or card numbers.`,
    'If you did not expect this, reply to this email.',
  ],
  because: 'your account was opened',
})

export const factorReset = ({ dueAt }: Extract<SupportFacts, { kind: 'factor-reset' }>, siteUrl: string): Text => ({
  subject: 'Your two-step verification will be turned off',
  paragraphs: [
    `We received a request to turn off two-step verification for your Tidings account, because its authenticator was lost. For your safety we wait ${FACTOR_RESET_HOURS} hours: it happens on ${moment(dueAt)}. After that, your password alone signs you in, so turn it on again.`,
    'If you did not ask for this, sign in with your authenticator or a recovery code before then. That cancels the request. Then change your password and reply to this email.',
    { button: 'Sign in', href: `${siteUrl}/signin` },
  ],
  because: 'a change to the security of your account was requested',
})
