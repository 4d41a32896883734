import type { Platform } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { openTxtRecords, type ResolveTxt } from '../platform/fetch/txt-records.ts'
import { createInbound } from '../updates/inbound.ts'
import { createReadUpdates } from '../updates/read-updates.ts'
import { createUpdates } from '../updates/updates.ts'
import type { NewsPipeline } from './news.ts'
import type { Portfolio } from './portfolio.ts'

type Needs = Platform & Pick<Portfolio, 'companies'> & Pick<NewsPipeline, 'briefs'> & { resolveTxt?: ResolveTxt }

export type UpdateFeatures = ReturnType<typeof composeUpdates>

export function composeUpdates(config: Config, { resolveTxt = openTxtRecords(), ...needs }: Needs) {
  const settings = { inbound: config.inbound, publicUrl: config.http.publicUrl }
  return {
    updates: createUpdates({ ...needs, ...settings }),
    inbound: createInbound({ ...needs, ...settings }),
    readUpdates: createReadUpdates({ ...needs, ...settings, resolveTxt }),
  }
}
