import { readPublicConfig } from '../../api/public-config.ts'
import { paths } from '../../paths.ts'
import { createAuthClient } from './auth-client.ts'
import { createAuth, type Auth, type ForeignLink } from './auth-store.ts'
import { takeLinkFragment } from './link-fragment.ts'
import { returnPath } from './browser-storage.ts'

type Landing = 'dashboard' | 'reset-password' | 'visitor'

/** A user headed for another page is sent there instead, even if the session loads after the promise resolved. */
export function resolveLandingSession(
  auth: Auth = createAuth(createAuthClient(readPublicConfig().auth), takeLinkFragment(location, history)),
  leave: (path: string) => void = (path) => location.replace(path),
): Promise<Landing> {
  return new Promise((resolve) => {
    let answered = false
    const checkSession = () => {
      const { status, foreignLink } = auth.getState()
      if (foreignLink) return leave(`${paths.dashboard}#${fragmentOf(foreignLink)}`)
      if (status === 'loading') return
      if (status === 'second-factor') return leave(paths.signIn)
      if (status === 'signed-in') {
        const path = returnPath.take()
        if (answered || path !== paths.dashboard) return leave(path)
      }
      if (status === 'password-recovery' && answered) return leave(paths.resetPassword)
      answered = true
      resolve(status === 'signed-in' ? 'dashboard' : status === 'password-recovery' ? 'reset-password' : 'visitor')
    }
    auth.subscribe(checkSession)
    checkSession()
  })
}

/** The landing page can't ask about the link, so it passes the tokens to the application. */
const fragmentOf = ({ accessToken, refreshToken }: ForeignLink) =>
  new URLSearchParams({ access_token: accessToken, refresh_token: refreshToken }).toString()
