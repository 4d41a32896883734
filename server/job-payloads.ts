import type { JobName } from './platform/queue/queue.ts'
import type { AuthEmail } from './auth/emails/auth-email-texts.ts'
import type { Reminder } from './billing/reminders/reminder-texts.ts'
import type { DisabledWebhook } from './integrations/webhooks/deliver.ts'
import type { MailingJob } from './mailings/mailings.ts'
import type { UpdateJob } from './updates/read-updates.ts'
import type { LoadedSample } from './updates/sample-update.ts'

type Nothing = Record<string, never>
type AddedCompanies = { userId: string; companyId: number } | { userId: string; importId: number }

declare module './platform/queue/queue.ts' {
  /** Maps each job to its payload, so that a job without a handler can't be enqueued. */
  interface JobPayloads {
    'account.expire-trials': Nothing
    'admin.factor-resets': Nothing
    'auth.email': AuthEmail
    'auth.clean-up': Nothing
    'auth.remove-identity': { userId: string }
    'companies.added': AddedCompanies
    /** Fetches from the companies' sites, so it takes as long as the slowest site takes to respond. */
    'companies.gather': AddedCompanies
    'companies.purge': Nothing
    'companies.restored': { companyIds: number[] }
    /** The id of the payment provider's event. */
    'billing.event': { id: string }
    'billing.reconcile': Nothing
    'briefs.model': Nothing
    'integrations.clean-up': Nothing
    /** Emails its owner. */
    'integrations.webhook-disabled': DisabledWebhook
    'integrations.webhooks': Nothing
    /** Tells a user that no device gets their alerts anymore. */
    'mailings.alerts-silent': MailingJob
    'mailings.clean-up': Nothing
    'mailings.email': MailingJob
    'mailings.push': Nothing
    'mailings.run': Nothing
    'news.poll': Nothing
    'news.read-with-model': Nothing
    'news.fetch-texts': Nothing
    'news.classify': Nothing
    'news.join-stories': Nothing
    'news.clean-up': Nothing
    /** Enqueued when an alias is added. */
    'news.match-stored': { companyId: number }
    'news.pause': Nothing
    /** Enqueued when a user regains access. */
    'news.resume': { userId: string }
    'news.search-websites': Nothing
    'news.websub': Nothing
    'payments.deliver': Nothing
    'payments.advance-time': Nothing
    'reminders.email': Reminder
    'reminders.run': Nothing
    'sharing.clean-up': Nothing
    'sharing.invitation': { shareId: number }
    'updates.clean-up': Nothing
    /** Enqueued when the sample portfolio is loaded. */
    'updates.sample': LoadedSample
    /** Enqueued when an email is received. */
    'updates.read': UpdateJob
  }
}

/** Those that send an email. */
export const MAIL_JOBS: JobName[] = [
  'auth.email',
  'reminders.email',
  'mailings.email',
  'mailings.alerts-silent',
  'integrations.webhook-disabled',
  'sharing.invitation',
]
