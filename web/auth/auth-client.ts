import { AuthClient, isAuthApiError, isAuthWeakPasswordError } from '@supabase/auth-js'
import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import type { PublicConfig } from '#domain/public-config.ts'
import { deviceId } from './device-id.ts'

export type { AuthChangeEvent, Session }

/** The part of the library that the product uses; tests give an in-memory one of the same shape. */
export type AuthPort = Pick<
  InstanceType<typeof AuthClient>,
  | 'getSession'
  | 'getUser'
  | 'mfa'
  | 'onAuthStateChange'
  | 'passkey'
  | 'reauthenticate'
  | 'refreshSession'
  | 'registerPasskey'
  | 'resend'
  | 'resetPasswordForEmail'
  | 'setSession'
  | 'signInWithPasskey'
  | 'signInWithPassword'
  | 'signOut'
  | 'signUp'
  | 'updateUser'
>

export const SESSION_KEY = 'tidings-session'

/** The fragment of mailed links is read by our own code (link-fragment.ts), hence detectSessionInUrl false. */
export function createAuthClient({ url, anonKey }: PublicConfig['auth']): AuthPort {
  return new AuthClient({
    url,
    storageKey: SESSION_KEY,
    headers: authHeaders({ url, anonKey }),
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
    flowType: 'implicit',
    experimental: { recoveryCodes: true },
  })
}

/** A hosted service does not know the id, and refuses headers that it does not know. */
export const authHeaders = ({ url, anonKey }: PublicConfig['auth']): Record<string, string> => ({
  apikey: anonKey,
  ...(new URL(url, location.href).origin === location.origin ? { 'x-device-id': deviceId() } : {}),
})

/** The service's own sentence, when it refused on purpose; null when something merely went wrong. */
export const refusal = (error: unknown): string | null =>
  (isAuthApiError(error) && error.status < 500) || isAuthWeakPasswordError(error) ? error.message : null
