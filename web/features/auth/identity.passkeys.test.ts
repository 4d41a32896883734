import { expect, test } from 'vitest'
import type { AuthPort } from './auth-client.ts'
import { createPasskeys } from './identity.ts'

const failing = (error: object) =>
  createPasskeys({
    signInWithPasskey: async () => ({ data: null, error }),
    registerPasskey: async () => {
      throw Object.assign(new Error('no'), error)
    },
  } as unknown as AuthPort)

const refused = {
  __isAuthError: true,
  name: 'AuthApiError',
  status: 400,
  message: 'Credential verification failed',
}

test.each([
  [{ name: 'NotAllowedError' }, 'No passkey was used: the request was canceled or timed out.'],
  [{ name: 'AbortError' }, 'No passkey was used: the request was canceled or timed out.'],
  [{ name: 'InvalidStateError' }, 'This device already has a passkey for your account.'],
  [refused, 'Credential verification failed'],
  [{ name: 'Error' }, 'An unexpected error occurred'],
])('a failed passkey ceremony explains the problem (%#)', async (error, problem) => {
  expect(await failing(error).signIn()).toEqual({ problem })
  expect(await failing(error).add('Chrome on Linux')).toEqual({ problem })
})
