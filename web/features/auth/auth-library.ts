import { AuthClient } from '@supabase/auth-js'
import type { AuthAddress } from '#domain/public-config.ts'
import type { AuthPort } from './auth-client.ts'
import { SESSION_KEY } from './stored-session.ts'

/** detectSessionInUrl is false because link-fragment.ts reads the fragment of emailed links. */
export function openAuthLibrary({ url, anonKey }: AuthAddress): AuthPort {
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

/** The device ID is sent only to this origin, because a hosted service rejects unknown headers. */
export const authHeaders = ({ url, anonKey }: AuthAddress): Record<string, string> => ({
  apikey: anonKey,
  ...(new URL(url, location.href).origin === location.origin ? { 'x-device-id': deviceId() } : {}),
})

const DEVICE_KEY = 'tidings-device'

/** A random ID stored in this browser, so that signing in from it again doesn't send a new-device email. */
export function deviceId(): string {
  try {
    const kept = localStorage.getItem(DEVICE_KEY)
    if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
    const made = randomHex()
    localStorage.setItem(DEVICE_KEY, made)
    return made
  } catch {
    // Without storage, every visit counts as a new device.
    return randomHex()
  }
}

const randomHex = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
