import {
  AuthClient,
  isAuthApiError,
  isAuthWeakPasswordError,
  type AuthChangeEvent,
  type Session,
} from '@supabase/auth-js'
import type { PublicConfig } from '#domain/public-config.ts'

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

const DEVICE_KEY = 'tidings-device'

/** A random name that this browser keeps, so that a sign-in from it is not announced by email as a new device. */
export function deviceId(): string {
  try {
    const kept = localStorage.getItem(DEVICE_KEY)
    if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
    const made = randomHex()
    localStorage.setItem(DEVICE_KEY, made)
    return made
  } catch {
    // Without storage every visit is a new device.
    return randomHex()
  }
}

const randomHex = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
