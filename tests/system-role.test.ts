import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where the system role is used, and why the user's role isn't enough. */
const USES: Record<string, string> = {
  'server/auth/': 'authenticates callers, so there is no user yet',
  'server/admin/': 'administrators read and change other accounts; every action is in the audit log',
  'server/account/account.ts': 'finds or creates the account at sign-in, and remembers used trials by address',
  'server/account/personal-data.ts':
    'deletes an account with everything it has, at the request of its user or again after a restore',
  'server/billing/billing.ts': 'requests may not write subscriptions; they read them by user id',
  'server/billing/developer-pages.ts': 'developer pages change the trial and subscription of the caller',
  'server/billing/sync.ts': 'writes the subscription as the payment provider reports it',
  'server/billing/reminders/reminders.ts': 'job: finds users to remind; the link in an email works without signing in',
  'server/billing/test-mode/': 'the built-in payment provider',
  'server/billing/webhooks.ts': 'the payment provider is not a user',
  'server/companies/companies.ts': 'job: purges removed companies',
  'server/companies/logos/logos.ts': 'logos are stored by host and shared by all users',
  'server/compose.ts': 'jobs enqueue jobs',
  'server/compose/news.ts': 'host limits and metrics of all processes',
  'server/integrations/feeds/feeds.ts':
    'the token identifies the owner of a feed, so it is looked up before the user is known',
  'server/integrations/keys.ts': 'the key identifies the caller, so it is looked up before the user is known',
  'server/integrations/webhooks/deliver.ts': 'job: finds users whose webhooks are due; each is prepared as its owner',
  'server/mailings/mail-events.ts': 'the mail service is not a user',
  'server/mailings/mailings.ts': 'job: finds users who are due an email; each is prepared as its recipient',
  'server/mailings/push/deliver.ts': 'job: finds notifications that are due; each is sent as its recipient',
  'server/news/articles/full-text.ts': 'job: fetches the full text of articles',
  'server/news/briefs/': 'job: writes briefs',
  'server/news/live/': 'one listener per process publishes to all connected users',
  'server/news/links/match-stored.ts': 'job: matches stored press articles with the companies of all users',
  'server/news/links/typed-names.ts': 'job: matches typed names in stored articles',
  'server/news/overrides/overrides.ts':
    'changes overrides together with the news and briefs that follow from them, which no request may write',
  'server/news/model/': 'job: counts the tokens of all users together',
  'server/news/pipeline.ts': 'job: polls and saves news',
  'server/news/polling/': 'watches are shared by users: jobs claim them, a refresh makes them due',
  'server/news/model-readings/': 'job: reads shared articles with the language model',
  'server/news/possible-articles/':
    'reads what may be about the companies of the user, and makes it their news, which no request may write',
  'server/news/tracked-companies/attach.ts': 'job: attaches companies to shared records',
  'server/news/website-suggestions/':
    'job: finds websites; suggestions are shared, and a request reads those for the companies of its user',
  'server/news/websub/': 'hubs are not users; feeds are shared by all users',
  'server/sharing/': 'finds the share, whose rows belong to another user; the guest then reads as that owner',
  'server/updates/inbound.ts': 'the mail service is not a user',
  'server/updates/read-updates.ts': 'job: parses received emails and files them as news of their owner',
  'server/updates/sample-update.ts': 'job: files the update of the sample portfolio as news of its owner',
  'server/updates/updates.ts': 'writes and withdraws news, which no request may; the email is looked up by its owner',
  'server/platform/database/': 'defines it',
  'server/platform/email/outbox-routes.ts': 'developer page: shows emails that were not sent',
  'server/platform/queue/queue.ts': 'the queue belongs to the system',
}

const isUse = /\bdatabase\.system\b|\basSystem\b/

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && existsSync(file) && !/\.test\.ts$|^server\/testing\//.test(file))

const users = files.filter((file) => isUse.test(readFileSync(file, 'utf8')))

test('every use of the system role is listed with its reason', () => {
  expect(users.filter((file) => !Object.keys(USES).some((path) => file.startsWith(path)))).toEqual([])
})

test('every listed path uses the system role', () => {
  expect(Object.keys(USES).filter((path) => !users.some((file) => file.startsWith(path)))).toEqual([])
})

test('no news read uses the system role', () => {
  expect(users.filter((file) => file.startsWith('server/news/read/'))).toEqual([])
})
