import type { Platform } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { createMailEvents } from '../mailings/mail-events.ts'
import { createMailings } from '../mailings/mailings.ts'
import { createNotifications } from '../mailings/notifications.ts'
import { createPushSender } from '../mailings/push/deliver.ts'
import { createPushDevices } from '../mailings/push/devices.ts'
import { createMailingSettings } from '../mailings/settings.ts'
import type { Portfolio } from './portfolio.ts'

type Needs = Platform & Pick<Portfolio, 'companies' | 'coverageReader'>

export type MailingFeatures = ReturnType<typeof composeMailings>

export function composeMailings(config: Config, { companies, coverageReader, ...needs }: Needs) {
  const { summarizeCoverage: coverage } = coverageReader
  return {
    mailings: createMailings({
      ...needs,
      coverage,
      publicUrl: config.http.publicUrl,
      postalAddress: config.mail.postalAddress,
      supportEmail: config.site.supportEmail,
    }),
    mailEvents: createMailEvents({ ...needs, secret: config.mailEventsSecret }),
    mailingSettings: createMailingSettings({ ...needs, coverage, companies }),
    notifications: createNotifications(needs),
    pushDevices: createPushDevices({
      ...needs,
      allow: config.fetch.allow,
      hasSessions: config.auth.kind === 'embedded',
    }),
    pushSender: createPushSender({
      ...needs,
      publicUrl: config.http.publicUrl,
      supportEmail: config.site.supportEmail,
    }),
  }
}
