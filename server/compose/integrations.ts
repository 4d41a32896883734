import type { Accounts } from '../account/account.ts'
import type { Platform } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { createChosenStories } from '../integrations/feeds/chosen-stories.ts'
import { createPrivateFeeds } from '../integrations/feeds/feeds.ts'
import { createApiKeys } from '../integrations/keys.ts'
import { createWebhookSender } from '../integrations/webhooks/deliver.ts'
import { createWebhooks } from '../integrations/webhooks/webhooks.ts'
import type { Portfolio } from './portfolio.ts'

type Needs = Platform & Pick<Portfolio, 'companies' | 'views' | 'search'> & { accounts: Accounts }

export type IntegrationFeatures = ReturnType<typeof composeIntegrations>

export function composeIntegrations(config: Config, needs: Needs) {
  const { publicUrl } = config.http
  const chosenStories = createChosenStories(needs)
  return {
    chosenStories,
    mcp: { ...needs, publicUrl },
    apiKeys: createApiKeys(needs),
    privateFeeds: createPrivateFeeds({ ...needs, publicUrl, chosenStories }),
    webhooks: createWebhooks({ ...needs, publicUrl, allow: config.fetch.allow }),
    webhookSender: createWebhookSender({ ...needs, publicUrl, supportEmail: config.site.supportEmail }),
  }
}
