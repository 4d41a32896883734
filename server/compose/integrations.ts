import type { Accounts } from '../account/account.ts'
import type { Platform } from '../compose.ts'
import { createApiKeys } from '../integrations/keys.ts'

type Needs = Platform & { accounts: Accounts }

export type IntegrationFeatures = ReturnType<typeof composeIntegrations>

export function composeIntegrations(needs: Needs) {
  return { apiKeys: createApiKeys(needs) }
}
