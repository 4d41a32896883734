import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useProfile } from '../account/queries.ts'
import { returnPath, sessionEnded } from '../auth/return-path.ts'
import { useAuth } from '../auth/use-auth.ts'
import { paths } from '../paths.ts'
import { Waiting } from '../ui/spinner.tsx'

type Leave = (path: string) => void
type Props = { children: ReactNode; leave?: Leave }

const replaceDocument: Leave = (path) => location.replace(path)

/** Spec section 6: unauthenticated visitors are redirected to /; the page they wanted is remembered. */
export function RequireSession({ children, leave = replaceDocument }: Props) {
  const { status, left, ended, linkProblem } = useAuth()
  const navigate = useNavigate()
  const { href } = useLocation()
  useSecondFactorStep()
  useEffect(() => {
    if (status === 'password-recovery') void navigate({ to: paths.resetPassword, replace: true })
    if (status !== 'signed-out') return
    if (linkProblem) return void navigate({ to: paths.signIn, replace: true })
    if (left) returnPath.forget()
    else returnPath.remember(href)
    if (ended) sessionEnded.remember()
    leave(paths.landing)
  }, [status, left, ended, linkProblem, href, navigate, leave])
  return status === 'signed-in' ? children : <Waiting />
}

/** Who may not use the product is sent to /subscribe. While the profile is unknown the server's answers decide. */
export function RequireAccess({ children, leave = replaceDocument }: Props) {
  const { profile } = useProfile()
  const { href } = useLocation()
  const refused = profile?.entitlement.hasAccess === false
  useEffect(() => {
    if (!refused) return
    returnPath.remember(href)
    leave(paths.subscribe)
  }, [refused, href, leave])
  return refused ? <Waiting /> : children
}

/** Spec section 6: "Subscribe and trial-test show a log-in prompt." */
export function SessionOrPrompt({ children, prompt }: { children: ReactNode; prompt: ReactNode }) {
  const { status } = useAuth()
  const navigate = useNavigate()
  useSecondFactorStep()
  useEffect(() => {
    if (status === 'password-recovery') void navigate({ to: paths.resetPassword, replace: true })
  }, [status, navigate])
  if (status === 'signed-out') return prompt
  return status === 'signed-in' ? children : <Waiting />
}

/** Whoever still owes the second factor is asked for it on the sign-in page, and then brought back. */
function useSecondFactorStep() {
  const { status } = useAuth()
  const navigate = useNavigate()
  const { href, pathname } = useLocation()
  useEffect(() => {
    if (status !== 'second-factor' || pathname === paths.signIn) return
    returnPath.remember(href)
    void navigate({ to: paths.signIn, replace: true })
  }, [status, href, pathname, navigate])
}
