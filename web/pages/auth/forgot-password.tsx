import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { AuthCard, textLink } from '../../features/auth/auth-card.tsx'
import { useAuth } from '../../features/auth/auth-provider.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Button, Status } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/forms/controls.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

export function ForgotPasswordPage() {
  const { auth } = useAuth()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  usePageTitle('Forgot Password')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    setPending(true)
    const answer = await auth.requestReset(email)
    setPending(false)
    setProblem(answer.problem)
    if (!answer.problem) setSentTo(email)
  }

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
      <form onSubmit={(event) => void submit(event)} className="grid gap-5">
        {problem && <Alert>{problem}</Alert>}
        <Field label="E-mail">
          {(control) => (
            <Input {...control} name="email" type="email" required autoComplete="username" maxLength={255} />
          )}
        </Field>
        <Button variant="primary" size="large" type="submit" busy={pending}>
          Send Reset Link
        </Button>
      </form>
    </AuthCard>
  )
}
