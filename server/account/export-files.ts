import { toCsv } from '../platform/csv.ts'

type Named = { file: string; about: string }

/** The user-facing file name and description of each table. */
const FILES: Record<string, Named> = {
  users: { file: 'profile', about: 'Your name, email, trial and settings' },
  companies: { file: 'companies', about: 'The companies in your portfolio, and those removed in the last 30 days' },
  positions: { file: 'positions', about: 'What you invested, what you got back, and your valuations' },
  briefs: {
    file: 'briefs',
    about: 'Briefs written only for you, because you changed the names, feeds or stories of a company',
  },
  company_aliases: { file: 'company-names', about: 'Other names that you added to companies' },
  company_feeds: { file: 'company-feeds', about: 'Feeds that you added to companies' },
  company_rejections: { file: 'not-my-company', about: 'What you marked as not your company' },
  company_articles: {
    file: 'articles-from-your-names-and-feeds',
    about: 'Articles found by names and feeds you added',
  },
  saved_views: { file: 'saved-views', about: 'Searches that you saved' },
  hidden_suggestions: { file: 'hidden-suggestions', about: 'Suggestions that you hid in Discover' },
  update_addresses: { file: 'founder-update-address', about: 'Where you receive founder updates' },
  update_messages: { file: 'founder-updates', about: 'Emails that you received at that address' },
  mailing_preferences: {
    file: 'email-settings',
    about: 'When you get the digest, and whether you get alerts by email',
  },
  alert_rules: { file: 'alerts', about: 'Alerts that you set up' },
  mailings: { file: 'digests-and-alerts', about: 'What we sent you in the last 90 days' },
  story_deliveries: { file: 'sent-stories', about: 'Which stories were in your emails, so that none is sent twice' },
  push_devices: { file: 'notified-devices', about: 'Devices that show your alerts as notifications' },
  push_deliveries: { file: 'notifications', about: 'Which alerts were sent to them' },
  story_reads: { file: 'read-stories', about: 'Stories that you have read' },
  muted_companies: { file: 'muted-companies', about: 'Companies that you muted' },
  dismissed_needs: { file: 'dismissed-needs', about: 'What you did not want to be asked for a while' },
  imports: { file: 'imports', about: 'Files that you uploaded' },
  import_changes: { file: 'import-changes', about: 'What each upload changed' },
  import_columns: { file: 'import-columns', about: 'How you mapped the columns of your files' },
  refreshes: { file: 'refreshes', about: 'When you refreshed your news' },
  subscriptions: { file: 'subscription', about: 'Your subscription' },
  churn_reasons: { file: 'why-you-canceled', about: 'Why you canceled, if you said so' },
  invoices: { file: 'invoices', about: 'Your invoices' },
  grants: { file: 'complimentary-access', about: 'Free access that you were given' },
  sent_reminders: { file: 'reminders', about: 'Emails about your trial, payments and access that we sent' },
  api_keys: { file: 'api-keys', about: 'Your API keys, without the keys themselves' },
  private_feeds: { file: 'private-feeds', about: 'Private feeds that you created' },
  webhook_endpoints: { file: 'webhooks', about: 'Your webhooks' },
  webhook_deliveries: { file: 'webhook-deliveries', about: 'What we sent to your webhooks' },
  shares: { file: 'shares', about: 'What you shared, and with whom' },
  share_visits: { file: 'share-visits', about: 'When your guests read what you shared' },
  shares_received: { file: 'shares-received', about: 'What others shared with you' },
  outbox: { file: 'emails', about: 'Emails that we sent you' },
  account_notes: { file: 'support-notes', about: 'Notes that our support took about your account' },
  support_views: { file: 'support-visits', about: 'When our support opened your account, and why' },
  factor_resets: { file: 'two-step-reset', about: 'A reset of your two-step verification that is waiting' },
  admin_audit: { file: 'administrator-actions', about: 'What administrators did with your account' },
  'auth.users': { file: 'sign-in', about: 'Your account as the sign-in service stores it' },
  'auth.identities': { file: 'sign-in-methods', about: 'How you sign in' },
  'auth.sessions': { file: 'devices', about: 'Devices that are signed in' },
  'auth.mfa_factors': { file: 'two-step-verification', about: 'Your authenticator apps' },
  'auth.webauthn_credentials': { file: 'passkeys', about: 'Your passkeys' },
  'auth.email_change_undos': { file: 'email-changes', about: 'Changes of your email address that you can undo' },
  'auth.audit_log_entries': { file: 'security-log', about: 'Sign-ins and other security events' },
}

export const fileNameOf = (table: string): string =>
  FILES[table]?.file ?? table.replace(/^auth\./, 'sign-in-').replaceAll('_', '-')

export const labelOf = (table: string): string => FILES[table]?.about ?? fileNameOf(table).replaceAll('-', ' ')

/** Empty tables are only mentioned in the README, because dozens of empty files would hide the others. */
export function exportFiles(tables: [string, object[]][], at: Date): { name: string; content: string[] }[] {
  const filled = tables.filter(([, rows]) => rows.length > 0)
  return [
    { name: 'README.txt', content: [readme(tables, at)] },
    ...filled.flatMap(([table, rows]) => [
      { name: `${fileNameOf(table)}.csv`, content: [toCsv(rows)] },
      { name: `${fileNameOf(table)}.json`, content: [JSON.stringify(rows, null, 2)] },
    ]),
  ]
}

function readme(tables: [string, object[]][], at: Date): string {
  const filled = tables.filter(([, rows]) => rows.length > 0)
  const empty = tables.filter(([, rows]) => rows.length === 0)
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
  const widest = Math.max(...tables.map(([table]) => fileNameOf(table).length))
  const entry = ([table, rows]: [string, object[]]) => {
    const count = `${rows.length.toLocaleString('en-US')} ${rows.length === 1 ? 'entry' : 'entries'}`
    return `  ${fileNameOf(table).padEnd(widest)}  ${labelOf(table)} (${count})`
  }
  return [
    'Your data from Tidings',
    `Exported on ${date} UTC`,
    '',
    'Each file comes in two formats with the same content: .csv for Excel, Numbers or Google Sheets, .json for programs.',
    'Times are in UTC. Passwords, keys and other secrets are never exported.',
    '',
    'Files',
    ...filled.map(entry),
    ...(empty.length === 0 ? [] : ['', 'No data in:', ...empty.map(([table]) => `  ${labelOf(table)}`)]),
    '',
  ].join('\r\n')
}
