import type { Admin } from './admin/admin.ts'
import type { Accounts } from './account/account.ts'
import type { Payments } from './billing/open-payments.ts'
import type { Auth } from './auth/auth.ts'
import type { AuthServer } from './auth/embedded/auth-server.ts'
import type { WebhookHandler } from './billing/webhooks.ts'
import type { Companies } from './companies/companies.ts'
import type { Retention } from './news/articles/retention.ts'
import type { Attach } from './news/tracked-companies/attach.ts'
import type { WebSub } from './news/websub/websub.ts'
import type { Poller } from './news/polling/poller.ts'
import type { ClassifyBacklog } from './news/briefs/curation-jobs.ts'
import type { StoryJoins } from './news/briefs/join-stored.ts'
import type { ModelBriefs } from './news/briefs/model/model-briefs.ts'
import type { ModelReadings } from './news/model-readings/model-readings.ts'
import type { WebsiteSearch } from './news/website-suggestions/search-websites.ts'
import type { StoryTexts } from './news/articles/full-text.ts'
import type { Logos } from './companies/logos/logos.ts'
import type { AuthEmail } from './auth/emails/auth-email-texts.ts'
import type { JobName, JobPayloads, Jobs } from './platform/queue/queue.ts'
import type { WebhookSender } from './integrations/webhooks/deliver.ts'
import type { Invitations } from './sharing/invitations.ts'
import type { Shares } from './sharing/shares.ts'
import type { Inbound } from './updates/inbound.ts'
import type { ReadUpdates } from './updates/read-updates.ts'
import type { SampleUpdate } from './updates/sample-update.ts'
import type { Mailings } from './mailings/mailings.ts'
import type { PushSender } from './mailings/push/deliver.ts'
import type { Reminders } from './billing/reminders/reminders.ts'

type Features = {
  accounts: Accounts
  auth: Pick<Auth, 'removeIdentity'>
  authServer: AuthServer | null
  companies: Companies
  logos: Logos
  attach: Attach
  retention: Retention
  poller: Poller
  storyTexts: StoryTexts
  classifyBacklog: ClassifyBacklog
  storyJoins: StoryJoins
  /** Null when the source is off. */
  websiteSearch: WebsiteSearch | null
  /** Null without a language model. */
  modelBriefs: ModelBriefs | null
  /** Null without a language model, or if it doesn't read. */
  modelReadings: ModelReadings | null
  /** Null unless hubs can reach this installation. */
  websub: WebSub | null
  webhookHandler: WebhookHandler
  /** Null when a real payment provider is used. */
  testPayments: Payments['test']
  reminders: Reminders
  admin: Pick<Admin, 'signIn'>
  inbound: Inbound
  readUpdates: ReadUpdates
  sampleUpdate: SampleUpdate
  mailings: Mailings
  pushSender: PushSender
  webhookSender: WebhookSender
  shares: Shares
  invitations: Invitations
  deliver: (email: AuthEmail) => Promise<void>
  enqueue: <Name extends JobName>(name: Name, payload: JobPayloads[Name]) => Promise<void>
}

export const createJobs = ({
  accounts,
  auth,
  authServer,
  companies,
  logos,
  attach,
  retention,
  poller,
  storyTexts,
  classifyBacklog,
  storyJoins,
  websiteSearch,
  modelBriefs,
  modelReadings,
  websub,
  webhookHandler,
  testPayments,
  reminders,
  admin: { signIn },
  inbound,
  readUpdates,
  sampleUpdate,
  mailings,
  pushSender,
  webhookSender,
  shares,
  invitations,
  deliver,
  enqueue,
}: Features): Jobs => ({
  'account.expire-trials': {
    every: '5 * * * *',
    run: async () => void (await accounts.writeStatuses()),
  },
  'auth.email': { isPrivate: true, run: deliver },
  'auth.remove-identity': { isPrivate: true, run: ({ userId }) => auth.removeIdentity(userId) },
  'auth.clean-up': { every: '30 0 * * *', run: async () => authServer?.cleanUp() },
  'billing.event': { isAwaited: true, run: ({ id }) => webhookHandler.process(id) },
  'billing.reconcile': { every: '20 * * * *', run: webhookHandler.reconcile },
  'payments.deliver': {
    isAwaited: true,
    ...(testPayments ? { every: '* * * * *' } : {}),
    run: async () => testPayments?.deliver(),
  },
  'payments.advance-time': {
    ...(testPayments ? { every: '* * * * *' } : {}),
    run: async () => testPayments?.advanceTime(),
  },
  'admin.factor-resets': { every: '*/10 * * * *', run: signIn.runResets },
  'reminders.email': { isPrivate: true, run: reminders.deliver },
  'reminders.run': { every: '*/5 * * * *', run: reminders.run },
  'integrations.webhooks': { isAwaited: true, every: '* * * * *', run: webhookSender.run },
  'integrations.webhook-disabled': { isPrivate: true, run: webhookSender.sendNotice },
  'integrations.clean-up': { every: '55 0 * * *', run: webhookSender.cleanUp },
  'sharing.invitation': { isPrivate: true, isAwaited: true, run: invitations.send },
  'sharing.clean-up': { every: '57 0 * * *', run: shares.cleanUp },
  'updates.read': { isPrivate: true, isAwaited: true, run: readUpdates.run },
  'updates.sample': { isPrivate: true, isAwaited: true, run: sampleUpdate.file },
  'updates.clean-up': { every: '55 0 * * *', run: inbound.cleanUp },
  'mailings.email': { isPrivate: true, run: mailings.deliver },
  'mailings.push': { isAwaited: true, every: '* * * * *', run: pushSender.run },
  'mailings.alerts-silent': { isPrivate: true, run: pushSender.sendNotice },
  'mailings.run': { every: '* * * * *', run: mailings.run },
  'mailings.clean-up': { every: '50 0 * * *', run: mailings.cleanUp },
  'companies.added': {
    isPrivate: true,
    isAwaited: true,
    // Site fetches run in a separate job, so that press coverage doesn't wait behind another user's import.
    run: async (payload) => {
      await attach.adopt()
      await enqueue('companies.gather', payload)
    },
  },
  'companies.gather': {
    isPrivate: true,
    isAwaited: true,
    run: async (payload) => {
      await poller.runDue()
      await logos.findAhead(payload)
      await poller.curate()
    },
  },
  'companies.restored': {
    isPrivate: true,
    isAwaited: true,
    run: async ({ companyIds }) => {
      await attach.restored(companyIds)
      await enqueue('news.poll', {})
    },
  },
  'news.poll': {
    isAwaited: true,
    every: '* * * * *',
    run: async () => {
      await attach.adopt()
      await poller.runMinute()
    },
  },
  'news.fetch-texts': { every: '* * * * *', run: async () => void (await storyTexts.run()) },
  'news.classify': { every: '* * * * *', run: async () => void (await classifyBacklog.run()) },
  'news.join-stories': { every: '*/5 * * * *', run: () => storyJoins.run() },
  'news.search-websites': {
    ...(websiteSearch ? { every: '* * * * *' } : {}),
    run: async () => void (await websiteSearch?.run()),
  },
  'briefs.model': {
    ...(modelBriefs ? { every: '* * * * *' } : {}),
    run: async () => void (await modelBriefs?.run()),
  },
  'news.read-with-model': {
    ...(modelReadings ? { every: '* * * * *' } : {}),
    run: async () => void (await modelReadings?.run()),
  },
  'news.websub': { ...(websub ? { every: '* * * * *' } : {}), run: async () => websub?.renew() },
  'news.match-stored': { isPrivate: true, isAwaited: true, run: ({ companyId }) => attach.matchStored([companyId]) },
  'news.pause': { every: '6 * * * *', run: attach.pause },
  'news.resume': { isPrivate: true, run: ({ userId }) => attach.resume(userId) },
  'news.clean-up': {
    every: '15 1 * * *',
    run: async () => {
      await attach.cleanUp()
      await retention.run()
    },
  },
  'companies.purge': {
    every: '45 0 * * *',
    run: async () => {
      await companies.purge()
      await logos.cleanUp()
    },
  },
})
