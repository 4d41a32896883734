import type { AuthChangeEvent, Session } from '../auth/auth-client.ts'

type Level = 'aal1' | 'aal2'
type Emit = (event: AuthChangeEvent, session?: Session | null) => void

const factor = (status: 'verified' | 'unverified') => ({ id: 'factor-1', factor_type: 'totp', status })

/** The session of somebody with an authenticator app, before or after the code. */
export const withFactor = (session: Session, aal: Level): Session =>
  ({
    ...session,
    access_token: `head.${btoa(JSON.stringify({ aal }))}.signature`,
    user: { ...session.user, factors: [factor('verified')] },
  }) as Session

const withoutFactor = (session: Session): Session => ({
  ...session,
  user: { ...session.user, factors: undefined },
})

export const RIGHT_CODE = '123456'

export const memoryRefusal = (message: string, status = 422, code = '') => ({
  data: null,
  error: Object.assign(new Error(message), { __isAuthError: true, name: 'AuthApiError', status, code }),
})

export const proofNeeded = () =>
  memoryRefusal('Please confirm that it is you to continue.', 400, 'reauthentication_needed')

/** Second factors and passkeys in memory, of the shape that the product uses of the real library. */
export function memoryFactors(
  current: () => Session | null,
  emit: Emit,
  record: (name: string) => void,
  needsProof: () => boolean,
) {
  let begun = false
  let codes = ['left-over-code']
  const status = () => (current()?.user.factors ? 'verified' : begun ? 'unverified' : null)
  let passkeys: { id: string; friendly_name: string; created_at: string }[] = []
  const raise = () => {
    const session = current()
    if (session) emit('MFA_CHALLENGE_VERIFIED', withFactor(session, 'aal2'))
    return { data: {}, error: null }
  }
  const generate = (name: string) => () => {
    record(name)
    codes = ['abcdefgh23456789', 'ijkmnpqr23456789']
    return Promise.resolve({ data: { codes, total: 2 }, error: null })
  }
  const recoveryCodes = {
    getStatus: async () =>
      status()
        ? { data: { remaining: codes.length, total: 10 }, error: null }
        : memoryRefusal('Recovery codes have not been generated', 404),
    generate: generate('generate'),
    regenerate: generate('regenerate'),
    verify: async ({ code }: { code: string }) =>
      codes.includes(code) ? raise() : memoryRefusal('Invalid recovery code entered'),
  }
  const mfa = {
    recoveryCodes,
    listFactors: async () => {
      const now = status()
      return { data: { all: now ? [factor(now)] : [] }, error: null }
    },
    enroll: async () => {
      if (needsProof()) return proofNeeded()
      begun = true
      const totp = { qr_code: 'data:image/svg+xml;utf-8,<svg fill="#000"/>', secret: 'JBSWY3DPEHPK3PXP' }
      return { data: { id: 'factor-1', totp }, error: null }
    },
    challengeAndVerify: async ({ code }: { code: string }) =>
      code === RIGHT_CODE ? raise() : memoryRefusal('Invalid TOTP code entered'),
    unenroll: async () => {
      if (needsProof() && status() === 'verified') return proofNeeded()
      record('unenroll')
      begun = false
      const session = current()
      if (session) emit('TOKEN_REFRESHED', withoutFactor(session))
      return { data: {}, error: null }
    },
  }
  const rename = async ({ passkeyId, friendlyName }: { passkeyId: string; friendlyName: string }) => {
    passkeys = passkeys.map((one) => (one.id === passkeyId ? { ...one, friendly_name: friendlyName } : one))
    return { data: {}, error: null }
  }
  return {
    mfa,
    registerPasskey: async () => {
      if (needsProof()) return proofNeeded()
      const added = {
        id: `passkey-${passkeys.length + 1}`,
        friendly_name: 'Passkey',
        created_at: '2026-02-03',
      }
      passkeys = [...passkeys, added]
      return { data: added, error: null }
    },
    passkey: {
      list: async () => ({ data: passkeys, error: null }),
      update: rename,
      delete: async ({ passkeyId }: { passkeyId: string }) => {
        if (needsProof()) return proofNeeded()
        passkeys = passkeys.filter(({ id }) => id !== passkeyId)
        return { data: null, error: null }
      },
    },
  }
}
