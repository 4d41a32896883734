import { createAuthServer, type AuthServer } from '../../auth-server/auth-server.ts'
import type { SigningKeys } from '../../auth-server/keys.ts'
import { createPasswords } from '../../auth-server/passwords.ts'
import type { Secrets } from '../../auth-server/secrets.ts'
import type { AuthParts } from '../../auth-server/parts.ts'
import { createThrottle } from '../../auth-server/throttle.ts'
import type { Config } from '../../config.ts'
import type { Auth, Clock, Mail } from '../../ports.ts'
import { embeddedAuth } from './embedded.ts'
import { hostedAuth } from './hosted.ts'

type Needs = Pick<AuthParts, 'database' | 'clock' | 'queue' | 'profiles' | 'log' | 'supportEmail'> & {
  keys: SigningKeys
  secrets: Secrets
  mail: Mail
  clock: Clock
}

/** Who answers for accounts: our own server, whose routes come with it, or another of the same protocol. */
export function openAuth(config: Config['auth'], needs: Needs): { auth: Auth; server: AuthServer | null } {
  if (config.kind === 'hosted') return { auth: hostedAuth({ ...config, clock: needs.clock }), server: null }
  const { mail, ...rest } = needs
  const parts: AuthParts = {
    ...rest,
    settings: config,
    passwords: createPasswords({ minLength: config.passwordMinLength }),
    throttle: createThrottle({ ...rest, enabled: config.rateLimits }),
  }
  return { auth: embeddedAuth(parts), server: createAuthServer(parts, mail) }
}
