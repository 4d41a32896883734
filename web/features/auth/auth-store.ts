import { isOffline, NetworkError } from '../../api/network-error.ts'
import { nameFromEmail } from '#domain/messages.ts'
import { deleteDatabase, endNotifications } from '../../api/device-database.ts'
import { reportLate } from '../../api/diagnostics.ts'
import { paths } from '../../paths.ts'
import { createSecondFactor } from './second-factor.ts'
import type { AuthPort, Session } from './auth-client.ts'
import { createIdentity, createPasskeys } from './identity.ts'
import type { LinkFragment } from './link-fragment.ts'
import { confirmationLinkProblem, outcome, resetLink, resetLinkProblem, type Outcome } from './outcome.ts'
import { recoveryMark, tabMemory } from './browser-storage.ts'
import { lacksSecondFactor, storedSession } from './stored-session.ts'

export const LOADING_LIMIT_MS = 5000
const SIGN_UP_LIMIT_MS = 5000
const SIGN_OUT_LIMIT_MS = 3000
const DELETE_LIMIT_MS = 1000
const TOKEN_LIMIT_MS = 5000
/** Short, because the library keeps trying to renew an expired token for half a minute. */
const OFFLINE_LIMIT_MS = 300

export type AuthState = {
  /** In 'second-factor', the password was correct but the code is still missing, so the user isn't signed in. */
  status: 'loading' | 'signed-in' | 'signed-out' | 'password-recovery' | 'second-factor'
  session: Session | null
  linkProblem: string | null
  foreignLink: ForeignLink | null
  halfConfirmed: boolean
  left: boolean
  ended: boolean
}

export type ForeignLink = { email: string; current: string; accessToken: string; refreshToken: string }

export type Auth = ReturnType<typeof createAuth>

export function createAuth(client: AuthPort, link: LinkFragment = { kind: 'none' }, page: string = location.pathname) {
  let state: AuthState = {
    status: 'loading',
    session: null,
    linkProblem: null,
    foreignLink: null,
    halfConfirmed: link.kind === 'message',
    left: false,
    ended: false,
  }
  const wasSignedIn = storedSession.isUsable()
  const listeners = new Set<() => void>()
  const become = (change: Partial<AuthState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const enter = (session: Session | null) => {
    if (!session) {
      tabMemory.forget()
      void deleteDatabase()
      endNotifications()
      const ended = !state.left && (state.ended || state.session !== null || wasSignedIn)
      return become({ status: 'signed-out', session: null, ended })
    }
    if (lacksSecondFactor(session)) return become({ status: 'second-factor', session, left: false, ended: false })
    become({
      status: recoveryMark.read() ? 'password-recovery' : 'signed-in',
      session,
      left: false,
      ended: false,
    })
  }

  const opensRecovery = page === paths.resetPassword
  let opening = link.kind === 'tokens'

  // Offline, the library can't renew the stored session, but the user may still read the data it gave access to.
  const timer = setTimeout(
    () => {
      if (state.status === 'loading' && !opening) enter(storedSession.read())
    },
    isOffline() && wasSignedIn ? OFFLINE_LIMIT_MS : LOADING_LIMIT_MS,
  )

  const { data } = client.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_OUT') recoveryMark.write(false)
    if (event === 'PASSWORD_RECOVERY') recoveryMark.write(true)
    if (opening) return
    clearTimeout(timer)
    // A session that the service rejected is no longer stored.
    enter(session ?? (event === 'INITIAL_SESSION' ? storedSession.read() : null))
  })

  // While the link's session is still loading, the library emits an event for the stored one, which is ignored.
  const openLink = async (tokens: Extract<LinkFragment, { kind: 'tokens' }>) => {
    const stored = (await client.getSession()).data.session
    const owner = stored && (await ownerOf(client, tokens.accessToken))
    if (stored && owner && owner.id !== stored.user.id) {
      const { accessToken, refreshToken } = tokens
      const current = stored.user.email ?? ''
      return become({ foreignLink: { email: owner.email ?? '', current, accessToken, refreshToken } })
    }
    await takeLink(opensRecovery || !stored ? tokens : null)
  }
  const takeLink = async (tokens: { accessToken: string; refreshToken: string } | null) => {
    const opened = tokens
      ? await sessionOf(client, tokens.accessToken, tokens.refreshToken)
      : (await client.getSession()).data.session
    opening = false
    if (tokens && opened && opensRecovery) recoveryMark.write(true)
    if (tokens && !opened) become({ linkProblem: opensRecovery ? resetLink.refused : confirmationLinkProblem })
    become({ foreignLink: null })
    enter(opened)
  }
  if (link.kind === 'tokens') void openLink(link)
  if (link.kind === 'error') {
    become({ linkProblem: opensRecovery ? resetLinkProblem(link.code) : confirmationLinkProblem })
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    hasStoredSession: storedSession.isUsable,
    storedUser: () => storedSession.read()?.user.id ?? null,
    async accessToken() {
      const known = client.getSession().then((answer) => answer.data.session)
      const session = await Promise.race([known, pause(isOffline() ? OFFLINE_LIMIT_MS : TOKEN_LIMIT_MS)])
      // Still stored, but neither renewed nor rejected: the auth service couldn't be reached.
      if (!session && storedSession.isUsable()) throw new NetworkError()
      return tokenOf(session)
    },
    renewToken: async () => tokenOf((await client.refreshSession()).data.session),
    answerLink: (accepted: boolean) => takeLink(accepted ? state.foreignLink : null),
    identity: createIdentity(client),
    secondFactor: createSecondFactor(client),
    passkeys: createPasskeys(client),

    async signIn(email: string, password: string): Promise<Outcome> {
      const answer = await outcome(client.signInWithPassword({ email, password }))
      if (!answer.problem) become({ linkProblem: null })
      return answer
    },

    /** `confirm` is true when the address must be confirmed before a session starts. */
    async signUp(email: string, password: string, given: object = {}): Promise<Outcome & { confirm: boolean }> {
      let confirm = false
      const created = client
        .signUp({
          email,
          password,
          options: {
            data: { first_name: nameFromEmail(email), ...given },
            emailRedirectTo: location.origin + paths.dashboard,
          },
        })
        .then((answer) => {
          confirm = !answer.error && !answer.data.session
          return answer
        })
      const { problem } = await outcome(reportLate(SIGN_UP_LIMIT_MS, 'createUser timeout after 5 seconds', created))
      return { problem, confirm }
    },

    async requestReset(email: string): Promise<Outcome> {
      const redirectTo = `${location.origin}/reset-password-direct.html`
      return outcome(client.resetPasswordForEmail(email, { redirectTo }))
    },

    async setPassword(password: string): Promise<Outcome> {
      const answer = await outcome(client.updateUser({ password }))
      if (!answer.problem) recoveryMark.write(false)
      return answer
    },

    endRecovery() {
      recoveryMark.write(false)
      enter(state.session)
    },

    async changePassword(current: string, password: string): Promise<Outcome> {
      return outcome(client.updateUser({ password, current_password: current }))
    },

    async changeEmail(email: string): Promise<Outcome> {
      return outcome(client.updateUser({ email }, { emailRedirectTo: location.origin + paths.profile }))
    },

    async resendEmailChange(email: string): Promise<Outcome> {
      const options = { emailRedirectTo: location.origin + paths.profile }
      return outcome(client.resend({ type: 'email_change', email, options }))
    },

    signOutOthers: () => outcome(client.signOut({ scope: 'others' })),

    /** Signs this device out even if the network fails. */
    async signOut(): Promise<void> {
      become({ left: true })
      const request = client.signOut({ scope: 'local' }).catch(() => null)
      await Promise.race([request, pause(SIGN_OUT_LIMIT_MS)])
      storedSession.drop()
      recoveryMark.write(false)
      // Awaited because leaving the page would interrupt the deletion.
      await Promise.race([deleteDatabase(), pause(DELETE_LIMIT_MS)])
      enter(null)
    },

    /** Ignored for a session that still lacks its second factor, because the server never recognized it. */
    sessionEnded() {
      if (state.status === 'signed-out' || state.status === 'second-factor') return
      void client.signOut({ scope: 'local' }).catch(() => null)
      storedSession.drop()
      recoveryMark.write(false)
      enter(null)
    },

    close() {
      clearTimeout(timer)
      data.subscription.unsubscribe()
    },
  }
}

const pause = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))

/** Asks the service, because the claims in a link could be forged. */
const ownerOf = async (client: AuthPort, accessToken: string) =>
  (await client.getUser(accessToken).catch(() => null))?.data.user ?? null

async function sessionOf(client: AuthPort, accessToken: string, refreshToken: string): Promise<Session | null> {
  const answer = client.setSession({ access_token: accessToken, refresh_token: refreshToken })
  return (await answer.catch(() => null))?.data.session ?? null
}

const tokenOf = (session: Session | null) => (session && !lacksSecondFactor(session) ? session.access_token : null)
