import type { AuthPort } from './auth-client.ts'
import { ceremony, outcome, answered, type Answered, type Outcome } from './outcome.ts'

export function createIdentity(client: AuthPort) {
  /** With a hosted service, our server reads from the access token when the user last proved who they are. */
  const renewed = async (proof: Promise<Outcome>): Promise<Outcome> => {
    const given = await proof
    return given.problem === null ? outcome(client.refreshSession()) : given
  }
  return {
    byPassword: (password: string) => renewed(outcome(client.updateUser({ current_password: password }))),
    requestCode: () => outcome(client.reauthenticate()),
    byCode: (code: string) => renewed(outcome(client.updateUser({ nonce: code }))),

    canUsePasskey: () =>
      typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential,

    byPasskey: () =>
      renewed(
        ceremony(async () => {
          const { data: offer, error } = await client.passkey.startAuthentication()
          if (!offer) return { error }
          const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
            offer.options as PublicKeyCredentialRequestOptionsJSON,
          )
          const credential = await navigator.credentials.get({ publicKey })
          if (!(credential instanceof PublicKeyCredential)) return { error: new Error('no passkey') }
          // The library passes unknown fields through, and the service accepts a passkey as proof here.
          const proof = { passkey: { challenge_id: offer.challenge_id, credential: credential.toJSON() } }
          return client.updateUser(proof as Parameters<AuthPort['updateUser']>[0])
        }),
      ),
  }
}

export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null }

export function createPasskeys(client: AuthPort) {
  return {
    isSupported: () => typeof PublicKeyCredential === 'function',

    signIn: () => ceremony(() => client.signInWithPasskey()),

    async list(): Promise<Answered<Passkey[]>> {
      const { value, problem } = await answered(client.passkey.list())
      if (!value) return { value: null, problem: problem ?? '' }
      const passkeys = value.map((passkey) => ({
        id: passkey.id,
        name: passkey.friendly_name || 'Passkey',
        createdAt: passkey.created_at,
        lastUsedAt: passkey.last_used_at ?? null,
      }))
      return { value: passkeys, problem: null }
    },

    /** The service gives every passkey the same name, so the new one is renamed. */
    async add(name: string): Promise<Outcome> {
      let id = ''
      const answer = await ceremony(async () => {
        const added = await client.registerPasskey()
        id = added.data?.id ?? ''
        return added
      })
      if (id) await outcome(client.passkey.update({ passkeyId: id, friendlyName: name }))
      return answer
    },

    rename: (id: string, name: string) => outcome(client.passkey.update({ passkeyId: id, friendlyName: name })),
    remove: (id: string) => outcome(client.passkey.delete({ passkeyId: id })),
  }
}
