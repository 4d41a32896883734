import type { HttpBindings } from '@hono/node-server'
import type { Profile } from '#domain/account.ts'
import type { Log } from '../ports.ts'

/** A signed-in user, as routes see them. */
export type SignedIn = { id: string; email: string; sessionId: string; profile: Profile }

export type HttpEnvironment = {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** The address of whoever really sent the request. */
    peer: string
    log: Log
    /** Looks the bearer up once per request, however many guards ask. */
    signedIn: () => Promise<SignedIn | null>
    user: SignedIn
  }
}
