import type { Platform } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { createInvitations } from '../sharing/invitations.ts'
import { createReadAlong } from '../sharing/read-along.ts'
import { createShares } from '../sharing/shares.ts'
import type { IntegrationFeatures } from './integrations.ts'
import type { Portfolio } from './portfolio.ts'
import type { UpdateFeatures } from './updates.ts'

type Needs = Platform &
  Pick<Portfolio, 'companies' | 'companyStories' | 'positions' | 'views'> &
  Pick<UpdateFeatures, 'updates'> &
  Pick<IntegrationFeatures, 'chosenStories'>

export type SharingFeatures = ReturnType<typeof composeSharing>

export function composeSharing(config: Config, needs: Needs) {
  const { publicUrl } = config.http
  return {
    shares: createShares(needs),
    readAlong: createReadAlong(needs),
    invitations: createInvitations({ ...needs, publicUrl, supportEmail: config.site.supportEmail }),
  }
}
