import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RemainingSignIns } from '../../features/account/passkey-list.tsx'
import { AuthCard, textLink } from '../../features/auth/auth-card.tsx'
import { resetLink } from '../../features/auth/outcome.ts'
import { NewPasswordForm } from '../../features/auth/new-password.tsx'
import { recoveryMark } from '../../features/auth/browser-storage.ts'
import { SecondFactorStep } from '../../features/auth/code-form.tsx'
import { useAuth } from '../../features/auth/auth-provider.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Button, LinkButton, Waiting } from '../../ui/button.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

export function ResetPasswordPage() {
  const { status, linkProblem, auth } = useAuth()
  const navigate = useNavigate()
  const [done, setDone] = useState(false)
  // Once shown, the form stays; if the session ends in the meantime, the form reports it.
  const [opened, setOpened] = useState(false)
  if (status === 'password-recovery' && !opened) setOpened(true)
  usePageTitle('Reset Password')

  const cancel = async () => {
    await auth.signOut()
    location.assign(paths.landing)
  }

  if (done) {
    const goOn = () => {
      auth.endRecovery()
      void navigate({ to: paths.dashboard, replace: true })
    }
    return (
      <AuthCard title="Password Reset!" subtitle="Your new password is set. Your other devices have been signed out.">
        <RemainingSignIns />
        <Button variant="primary" size="large" onClick={goOn}>
          Continue to Dashboard
        </Button>
      </AuthCard>
    )
  }
  if (status === 'loading') return <Waiting label="Checking your reset link" />
  if (status === 'second-factor' && recoveryMark.read()) {
    return <SecondFactorStep before="Two-step verification also applies when you reset your password." />
  }
  if (linkProblem || !opened) {
    return (
      <AuthCard title="Reset Link Invalid">
        <Alert>{linkProblem ?? resetLink.missing}</Alert>
        <LinkButton variant="primary" size="large" to={paths.forgotPassword}>
          Request New Reset Link
        </LinkButton>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Set New Password"
      subtitle="Choose a password you do not use anywhere else."
      footer={
        <>
          Changed your mind?{' '}
          <button type="button" onClick={() => void cancel()} className={`${textLink} cursor-pointer`}>
            Keep the old password
          </button>
        </>
      }
    >
      <NewPasswordForm onDone={() => setDone(true)} />
    </AuthCard>
  )
}
