import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useProfile } from '../features/account/queries.ts'
import { accountDeleted, returnPath, sessionEnded } from '../features/auth/browser-storage.ts'
import { useAuth } from '../features/auth/auth-provider.tsx'
import { paths } from '../paths.ts'
import { Waiting, DocumentLinkButton } from '../ui/button.tsx'
import { AuthCard } from '../features/auth/auth-card.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

type Leave = (path: string) => void
type Props = { children: ReactNode; leave?: Leave }

const replaceDocument: Leave = (path) => location.replace(path)

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
    leave(accountDeleted.isRemembered() ? paths.signIn : paths.landing)
  }, [status, left, ended, linkProblem, href, navigate, leave])
  return status === 'signed-in' ? children : <Waiting />
}

/** While the profile is unknown, access is left to the server's responses. */
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

export function LogInPrompt() {
  const { href } = useLocation()
  usePageTitle('Please log in')
  return (
    <AuthCard title="Please log in" subtitle="Log in to continue to this page.">
      <div onClickCapture={() => returnPath.remember(href)} className="grid">
        <DocumentLinkButton variant="primary" size="large" to={paths.signIn}>
          Log In
        </DocumentLinkButton>
      </div>
    </AuthCard>
  )
}
