import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where the system role is used, and why the user's role isn't enough. */
const USES: Record<string, string> = {
  'server/auth/': 'the auth service decides who somebody is',
  'server/admin/': 'administrators see and change accounts of others; every act is in the audit log',
  'server/account/account.ts': 'the account of whoever signs in is found or made, and trials are remembered by address',
  'server/account/personal-data.ts': 'job: erases closed accounts',
  'server/billing/billing.ts': 'subscriptions are written by webhooks alone; requests read them by user id',
  'server/billing/developer-pages.ts': 'developer pages move the clock of an account',
  'server/billing/sync.ts': 'writes the subscription after the provider has answered',
  'server/billing/reminders/reminders.ts':
    'job: finds who is to be reminded; the link in an email works without signing in',
  'server/billing/test-mode/': 'the built-in payment provider',
  'server/billing/webhooks.ts': 'the payment provider is not a user',
  'server/companies/companies.ts': 'job: purges removed companies',
  'server/companies/logos/logos.ts': 'logos are stored by host, shared by all users',
  'server/compose.ts': 'jobs enqueue jobs',
  'server/compose/news.ts': 'host limits and metrics of all processes',
  'server/integrations/feeds/feeds.ts': 'a token says whose feed it is, so it is found before that is known',
  'server/integrations/keys.ts': 'a key says who is calling, so it is found before that is known',
  'server/integrations/webhooks/deliver.ts': 'job: finds whose webhooks are due; each is written as its owner',
  'server/mailings/mailings.ts': 'job: finds who is to get an email; each is written as its reader',
  'server/mailings/push/deliver.ts': 'job: finds which notifications are due; each is sent as its reader',
  'server/news/articles/full-text.ts': 'job: reads articles on their pages',
  'server/news/briefs/': 'job: writes briefs',
  'server/news/live/': 'one listener per process publishes to all users that are online',
  'server/news/match/match-stored.ts': 'job: matches stored press with the names of all users',
  'server/news/match/typed-names.ts': 'job: matches names in stored articles',
  'server/news/overrides/overrides.ts': 'writes news and briefs, which no request may',
  'server/news/pipeline.ts': 'job: polls and saves news',
  'server/news/polling/': 'watches are shared by users: claimed by jobs, put first by a refresh',
  'server/news/tracked-companies/attach.ts': 'job: joins companies to the shared records',
  'server/news/website-suggestions/':
    'job: looks for websites; suggestions are shared, and read for companies of the user',
  'server/sharing/': 'a guest reads what belongs to somebody else, as its owner, once the share is found',
  'server/updates/inbound.ts': 'the mail service is not a user',
  'server/updates/read-updates.ts': 'job: reads received emails and puts them among the news of their owner',
  'server/updates/updates.ts': 'writes and withdraws news, which no request may; the email is found by its owner',
  'server/platform/database/': 'defines it',
  'server/platform/email/outbox-routes.ts': 'developer page: emails that were not sent',
  'server/platform/queue/queue.ts': 'the queue belongs to the system',
}

const isUse = /\bdatabase\.system\b|\basSystem\b/

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^server\/testing\//.test(file))

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
