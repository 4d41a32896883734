import { MINUTE_MS, type Clock } from '#domain/time.ts'
import type { HostedService, ServiceUser } from './hosted-service.ts'

/** A sign-out, a ban and a new second factor take effect after this time at the latest. */
const FRESH_MS = MINUTE_MS / 2
const MAX_SESSIONS = 10_000

type Known = { user: ServiceUser | null; checkedAt: number }

/** Asks the service about a session at most twice a minute. While it doesn't respond, its last answer holds. */
export function createLiveUsers(service: Pick<HostedService, 'user'>, clock: Clock) {
  const known = new Map<string, Known>()
  const asking = new Map<string, Promise<Known>>()

  async function ask(sessionId: string, bearer: string): Promise<Known> {
    const checked = { user: await service.user(bearer), checkedAt: clock().getTime() }
    known.delete(sessionId)
    known.set(sessionId, checked)
    if (known.size > MAX_SESSIONS) known.delete(known.keys().next().value ?? '')
    return checked
  }

  return async (sessionId: string, bearer: string): Promise<ServiceUser | null> => {
    const last = known.get(sessionId)
    if (last && clock().getTime() < last.checkedAt + FRESH_MS) return last.user
    let answer = asking.get(sessionId)
    if (!answer) {
      answer = ask(sessionId, bearer).finally(() => asking.delete(sessionId))
      asking.set(sessionId, answer)
    }
    const { user } = await answer.catch((error: unknown) => {
      if (last) return last
      throw error
    })
    return user
  }
}
