import { createAuthServer, type AuthServer } from './embedded/auth-server.ts'
import type { SigningKeys, Secrets } from './embedded/tokens/keys.ts'
import type { HashCost } from './embedded/passwords/hash-worker.ts'
import { createPasswords } from './embedded/passwords/passwords.ts'
import type { AuthParts } from './embedded/parts.ts'
import { createThrottle } from './embedded/http/throttle.ts'
import type { Config } from '../config/config.ts'
import type { Auth } from './auth.ts'
import type { Clock } from '#domain/time.ts'
import type { EmailTransport } from '../platform/email/transport.ts'
import { embeddedAuth } from './embedded/embedded-auth.ts'
import { hostedAuth } from './hosted/hosted-auth.ts'

type Needs = Pick<AuthParts, 'database' | 'clock' | 'queue' | 'profiles' | 'log' | 'supportEmail'> & {
  keys: SigningKeys
  secrets: Secrets
  mail: EmailTransport
  clock: Clock
  hashCost?: HashCost
}

export function openAuth(config: Config['auth'], needs: Needs): { auth: Auth; server: AuthServer | null } {
  if (config.kind === 'hosted')
    return { auth: hostedAuth({ ...config, clock: needs.clock, queue: needs.queue }), server: null }
  const { mail, hashCost, ...rest } = needs
  const parts: AuthParts = {
    ...rest,
    settings: config,
    passwords: createPasswords({ minLength: config.passwordMinLength, ...(hashCost && { cost: hashCost }) }),
    throttle: createThrottle({ ...rest, enabled: config.rateLimits }),
  }
  return { auth: embeddedAuth(parts), server: createAuthServer(parts, mail) }
}
