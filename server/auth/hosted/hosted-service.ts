import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { WRONG_PASSWORD } from '../auth.ts'

const TIMEOUT_MS = 5000

const ServiceUser = z.looseObject({
  email: z.string(),
  email_confirmed_at: z.string().nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
  factors: z.array(z.looseObject({ status: z.string() })).nullish(),
})
export type ServiceUser = z.infer<typeof ServiceUser>

export type HostedService = ReturnType<typeof hostedService>

type Needs = { url: string; anonKey: string; serviceKey: string | null }

export function hostedService({ url, anonKey, serviceKey }: Needs) {
  const call = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
    const response = await fetch(url + path, {
      ...init,
      headers: { apikey: anonKey, ...init.headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw notResponding(error)
    })
    if (response.status >= 500) throw notResponding(new Error(`the service answered ${response.status}`))
    return response
  }

  return {
    /** Null if the session has ended or the user is banned or deleted. */
    async user(bearer: string): Promise<ServiceUser | null> {
      const response = await call('/user', { headers: { authorization: `Bearer ${bearer}` } })
      if (response.status === 403) return null
      const user = ServiceUser.safeParse(await response.json().catch(() => null))
      // A gateway that refuses our key, for example, says nothing about the session.
      if (!response.ok || !user.success) throw notResponding(new Error(`the service answered ${response.status}`))
      return user.data
    },

    /** Succeeds if there is no such user, because the job may run twice. */
    async removeUser(userId: string): Promise<void> {
      if (serviceKey === null) return
      const response = await call(`/admin/users/${userId}`, {
        method: 'DELETE',
        headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ should_soft_delete: false }),
      })
      if (!response.ok && response.status !== 404)
        throw notResponding(new Error(`the service answered ${response.status}`))
    },

    async checkPassword(email: string, password: string): Promise<void> {
      const response = await call('/token?grant_type=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      if (response.status === 429) throw new AppError('too-many-requests', TOO_MANY_TRIES, { retryAfterSeconds: 60 })
      if (!response.ok) throw new AppError('invalid-input', WRONG_PASSWORD)
    },
  }
}

const TOO_MANY_TRIES = 'Too many attempts. Please try again in a minute.'

export const notResponding = (cause: unknown) =>
  new AppError('unavailable', 'The sign-in service is not responding. Please try again in a moment.', { cause })
