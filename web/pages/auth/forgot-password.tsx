import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthCard, textLink } from '../../features/auth/auth-card.tsx'
import { useAuth } from '../../features/auth/auth-provider.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Button, Status } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/controls.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'

export function ForgotPasswordPage() {
  const { auth } = useAuth()
  const [sentTo, setSentTo] = useState<string | null>(null)
  usePageTitle('Forgot Password')

  const { problem, pending, onSubmit } = useSubmit(async (field) => {
    const email = field('email').trim()
    const answer = await auth.requestReset(email)
    if (!answer.problem) setSentTo(email)
    return answer.problem
  })

  const back = (
    <Link to={paths.signIn} className={textLink}>
      Back to Sign In
    </Link>
  )
  if (sentTo) {
    return (
      <AuthCard
        title="Check your email"
        subtitle={`If there is an account for ${sentTo}, a reset link was sent to it.`}
        footer={back}
      >
        <Status>The link will expire in 24 hours.</Status>
        <Button onClick={() => setSentTo(null)}>Use another email</Button>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Forgot your password?"
      subtitle="Enter your email and we will send you a link to set a new one."
      footer={back}
    >
      <form onSubmit={onSubmit} className="grid gap-5">
        {problem && <Alert>{problem}</Alert>}
        <TextField label="Email" name="email" type="email" required autoComplete="username" maxLength={255} />
        <Button variant="primary" size="large" type="submit" busy={pending}>
          Send Reset Link
        </Button>
      </form>
    </AuthCard>
  )
}
