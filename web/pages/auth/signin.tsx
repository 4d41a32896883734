import { sourceIn } from '#domain/auth/source.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState, type FocusEvent } from 'react'
import { TRIAL_DAYS } from '#domain/account/plan.ts'
import { isTooShort, passwordTooShort } from '#domain/auth/password.ts'
import { usePublicConfig } from '../../api/context.ts'
import { AuthCard, textLink } from '../../features/auth/auth-card.tsx'
import { NewPasswordInput } from '../../features/auth/new-password.tsx'
import { accountDeleted, returnPath, sessionEnded } from '../../features/auth/browser-storage.ts'
import { SecondFactorStep } from '../../features/auth/code-form.tsx'
import { useAuth } from '../../features/auth/auth-provider.tsx'
import { paths } from '../../paths.ts'
import { Alert, Notice } from '../../ui/feedback.tsx'
import { Button, Waiting } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/forms/controls.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { KeyRound } from 'lucide-react'

export function SignInPage() {
  const { status, linkProblem, ended, auth } = useAuth()
  const { mode } = useSearch({ strict: false })
  const signsUp = mode === 'signup'
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [confirmAt, setConfirmAt] = useState<string | null>(null)
  const [isDeleted] = useState(accountDeleted.isRemembered)
  useEffect(() => accountDeleted.forget(), [])
  const hasEnded = ended || sessionEnded.isRemembered()
  usePageTitle(signsUp ? 'Start Free Trial' : 'Sign In')

  useEffect(() => {
    if (status === 'signed-in') {
      sessionEnded.forget()
      void navigate({ href: returnPath.take(), replace: true })
    }
    if (status === 'password-recovery') void navigate({ to: paths.resetPassword, replace: true })
  }, [status, navigate])

  const { errors, setErrors, check } = useFieldErrors(signsUp)

  const { problem, setProblem, pending, onSubmit } = useSubmit(async (field, form) => {
    const address = field('email').trim()
    const found = { email: check.email(address), password: check.password(field('password')) }
    setErrors(found)
    const first = found.email ? 'email' : found.password ? 'password' : null
    if (first) {
      form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
      return null
    }
    if (!signsUp) return (await auth.signIn(address, field('password'))).problem
    const source = sourceIn(new URLSearchParams(location.search))
    const answer = await auth.signUp(address, field('password'), {
      ...(field('firstName').trim() && { first_name: field('firstName').trim() }),
      ...(source && { source }),
    })
    if (answer.confirm) setConfirmAt(address)
    return answer.problem
  })
  const switchMode = () => {
    setProblem(null)
    setErrors({})
  }
  const fieldProps = (name: 'email' | 'password') => ({
    error: errors[name],
    onBlur: ({ currentTarget: { value } }: FocusEvent<HTMLInputElement>) => {
      if (value) setErrors((current) => ({ ...current, [name]: check[name](value) }))
    },
  })

  if (status === 'second-factor') return <SecondFactorStep />
  if (status !== 'signed-out') return <Waiting />
  if (confirmAt) return <CheckYourMail email={confirmAt} />
  if (isDeleted) return <AccountDeleted />
  return (
    <AuthCard
      title={signsUp ? 'Create your account' : 'Welcome back'}
      subtitle={
        signsUp
          ? `Start your ${TRIAL_DAYS}-day free trial - no credit card required`
          : 'Sign in to read news about your companies.'
      }
      footer={
        signsUp ? (
          <>
            Already have an account?{' '}
            <Link to={paths.signIn} replace onClick={switchMode} className={textLink}>
              Sign in
            </Link>
          </>
        ) : (
          <>
            New to Tidings?{' '}
            <Link to={paths.signIn} search={{ mode: 'signup' }} replace onClick={switchMode} className={textLink}>
              Start a free trial
            </Link>
          </>
        )
      }
    >
      <form
        onSubmit={(event) => {
          setProblem(null)
          onSubmit(event)
        }}
        noValidate
        className="grid gap-5"
      >
        {(problem ?? linkProblem) && <Alert>{problem ?? linkProblem}</Alert>}
        {hasEnded && !problem && !linkProblem && (
          <Notice>You have been signed out. Sign in to pick up where you left off.</Notice>
        )}
        {signsUp && (
          <TextField label="First name" name="firstName" optional autoComplete="given-name" maxLength={100} />
        )}
        <TextField
          {...fieldProps('email')}
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="username"
          maxLength={255}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <div className="grid gap-2">
          {signsUp ? (
            <NewPasswordInput {...fieldProps('password')} label="Password" name="password" email={email} checksLength />
          ) : (
            <>
              <PasswordField
                error={errors.password}
                label="Password"
                name="password"
                required
                autoComplete="current-password"
              />
              <Link to={paths.forgotPassword} className={`${textLink} justify-self-start text-sm`}>
                Forgot your password?
              </Link>
            </>
          )}
        </div>
        <Button variant="primary" size="large" type="submit" busy={pending}>
          {signsUp ? 'Start Free Trial' : 'Sign In'}
        </Button>
      </form>
      {signsUp && <Terms />}
      {!signsUp && <PasskeySignIn onProblem={setProblem} />}
    </AuthCard>
  )
}

type FieldErrors = { email?: string; password?: string }

function useFieldErrors(signsUp: boolean) {
  const { passwordMinLength } = usePublicConfig()
  const [errors, setErrors] = useState<FieldErrors>({})
  const check = {
    email: (value: string) => {
      if (value.trim() === '') return 'Enter your email'
      return /^[^\s@]+@[^\s@]+$/.test(value.trim()) ? undefined : 'Enter a full email address, such as name@example.com'
    },
    password: (value: string) => {
      if (value === '') return signsUp ? 'Choose a password' : 'Enter your password'
      return signsUp && isTooShort(value, passwordMinLength) ? passwordTooShort(passwordMinLength) : undefined
    },
  }
  return { errors, setErrors, check }
}

function Terms() {
  return (
    <p className="text-sm text-pretty text-muted">
      By starting your trial, you agree to our{' '}
      <a href={paths.termsOfService} className={textLink}>
        Terms of Service
      </a>{' '}
      and{' '}
      <a href={paths.privacyPolicy} className={textLink}>
        Privacy Policy
      </a>
      .
    </p>
  )
}

function CheckYourMail({ email }: { email: string }) {
  return (
    <AuthCard
      title="Check your email"
      subtitle={`If ${email} can be used for a new account, a link to confirm it is on its way.`}
      footer={
        <Link to={paths.signIn} className={textLink}>
          Back to Sign In
        </Link>
      }
    />
  )
}

function AccountDeleted() {
  return (
    <AuthCard
      title="Your account is deleted"
      subtitle="Everything in it was deleted with it. We sent you a final email to confirm this."
      footer={
        <a href={paths.landing} className={textLink}>
          Back to the home page
        </a>
      }
    />
  )
}

export function PasskeySignIn({ onProblem }: { onProblem: (problem: string | null) => void }) {
  const { passkeys } = useAuth().auth
  const [pending, setPending] = useState(false)
  if (!passkeys.isSupported()) return null

  const signIn = async () => {
    setPending(true)
    onProblem(null)
    const { problem } = await passkeys.signIn()
    setPending(false)
    onProblem(problem)
  }
  return (
    <Button size="large" busy={pending} onClick={() => void signIn()}>
      {!pending && <KeyRound aria-hidden />}
      Sign in with a passkey
    </Button>
  )
}
