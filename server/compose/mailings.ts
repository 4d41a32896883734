import type { Platform } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { createMailings } from '../mailings/mailings.ts'
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
    mailingSettings: createMailingSettings({ ...needs, coverage, companies }),
  }
}
