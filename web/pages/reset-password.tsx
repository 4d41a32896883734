import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RemainingSignIns } from '../account/remaining-sign-ins.tsx'
import { AuthCard, textLink } from '../auth/auth-card.tsx'
import { resetLink } from '../auth/messages.ts'
import { NewPasswordForm } from '../auth/new-password-form.tsx'
import { recoveryMark } from '../auth/recovery-mark.ts'
import { SecondFactorStep } from '../auth/second-factor-step.tsx'
import { useAuth } from '../auth/use-auth.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

export function ResetPasswordPage() {
  const { status, linkProblem, auth } = useAuth()
  const navigate = useNavigate()
  const [done, setDone] = useState(false)
  // Once the form has been shown it stays: a session that ends meanwhile is told in the form.
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
      <AuthCard
        title="Password Reset!"
        subtitle="Your new password is set. Your other devices have been signed out."
      >
        <RemainingSignIns />
        <Button look="primary" size="large" onClick={goOn}>
          Continue to Dashboard
        </Button>
      </AuthCard>
    )
  }
  if (status === 'loading') return <Waiting label="Checking your reset link" />
  if (status === 'second-factor' && recoveryMark.read()) {
    return (
      <SecondFactorStep before="Your account is protected by a second step, also when you reset the password." />
    )
  }
  if (linkProblem || !opened) {
    return (
      <AuthCard title="Reset Link Invalid">
        <Alert>{linkProblem ?? resetLink.missing}</Alert>
        <LinkButton look="primary" size="large" to={paths.forgotPassword}>
          Request New Reset Link
        </LinkButton>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Set New Password"
      subtitle="Choose a password you use nowhere else."
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
