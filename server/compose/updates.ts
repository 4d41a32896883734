import type { Platform } from '../compose.ts'
import type { Config } from '../config/config.ts'
import type { MailReader } from '../updates/mail/open-mail-reader.ts'
import { createInbound } from '../updates/inbound.ts'
import { createReadUpdates } from '../updates/read-updates.ts'
import { createSampleUpdate } from '../updates/sample-update.ts'
import { createUpdates } from '../updates/updates.ts'
import type { NewsPipeline } from './news.ts'
import type { Portfolio } from './portfolio.ts'

type Needs = Platform & Pick<Portfolio, 'companies'> & Pick<NewsPipeline, 'briefs'> & { mailReader: MailReader }

export type UpdateFeatures = ReturnType<typeof composeUpdates>

export function composeUpdates(config: Config, needs: Needs) {
  const settings = { inbound: config.inbound, publicUrl: config.http.publicUrl }
  return {
    updates: createUpdates({ ...needs, ...settings }),
    inbound: createInbound({ ...needs, ...settings }),
    sampleUpdate: createSampleUpdate({ ...needs, ...settings }),
    readUpdates: createReadUpdates({ ...needs, ...settings }),
  }
}
