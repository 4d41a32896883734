import type { EventBus, LiveEvent } from '../platform/live/event-bus.ts'
import type { Auth } from '../auth/auth.ts'
import type { Accounts } from './account.ts'

const ENTITLEMENT_CHANGED: LiveEvent = { name: 'entitlement', data: {} }

type Needs = {
  events: Pick<EventBus, 'register' | 'publish'>
  auth: Pick<Auth, 'identify'>
  accounts: Pick<Accounts, 'load'>
}

export function createLiveEntitlement({ events, auth, accounts }: Needs) {
  events.register({
    topics: { tidings_entitlement: (userId) => events.publish([userId], ENTITLEMENT_CHANGED) },
  })

  return {
    async checkSession(bearer: string): Promise<LiveEvent[] | null> {
      const identity = await auth.identify(bearer).catch(() => null)
      if (!identity) return []
      const profile = await accounts.load(identity).catch(() => null)
      return profile?.entitlement.hasAccess ? null : [ENTITLEMENT_CHANGED]
    },
  }
}
