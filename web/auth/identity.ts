import type { AuthPort } from './auth-client.ts'
import { ceremony } from './ceremony.ts'
import { outcome } from './outcome.ts'

/** Proves once more who is signed in, without another session: what changes the account's protection asks for it. */
export function createIdentity(client: AuthPort) {
  return {
    byPassword: (password: string) => outcome(client.updateUser({ current_password: password })),
    requestCode: () => outcome(client.reauthenticate()),
    byCode: (code: string) => outcome(client.updateUser({ nonce: code })),

    canUsePasskey: () =>
      typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential,

    byPasskey: () =>
      ceremony(async () => {
        const { data: offer, error } = await client.passkey.startAuthentication()
        if (!offer) return { error }
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
          offer.options as PublicKeyCredentialRequestOptionsJSON,
        )
        const credential = await navigator.credentials.get({ publicKey })
        if (!(credential instanceof PublicKeyCredential)) return { error: new Error('no passkey') }
        // The library sends what it does not know on to the service, which takes a passkey as proof here.
        const proof = { passkey: { challenge_id: offer.challenge_id, credential: credential.toJSON() } }
        return client.updateUser(proof as Parameters<AuthPort['updateUser']>[0])
      }),
  }
}
