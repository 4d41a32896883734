import { openSigningKeys } from '../../auth-server/keys.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/open.ts'
import type { Auth, Clock } from '../../ports.ts'
import { embeddedAuth } from './embedded.ts'
import { hostedAuth } from './hosted.ts'

export async function openAuth(config: Config['auth'], { database, clock }: { database: Database; clock: Clock }): Promise<Auth> {
  if (config.kind === 'hosted') return hostedAuth({ ...config, clock })
  const keys = await openSigningKeys(config.signingKeysFile, config.dataDir)
  return embeddedAuth({ database, keys, issuer: config.url, clock })
}
