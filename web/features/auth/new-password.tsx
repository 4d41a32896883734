import { useState, type FocusEventHandler } from 'react'
import { isTooShort, passwordTooShort, passwordHint, strengthOf, type Strength } from '#domain/auth/password.ts'
import { usePublicConfig } from '../../api/context.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Button, cx } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/forms/controls.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { resetLink } from './outcome.ts'
import { useAuth } from './auth-provider.tsx'

export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const { status, session, auth } = useAuth()
  const { passwordMinLength } = usePublicConfig()
  const { problem, pending, onSubmit } = useSubmit(async (field) => {
    const password = field('password')
    if (password !== field('confirm')) return 'Passwords do not match'
    if (isTooShort(password, passwordMinLength)) return passwordTooShort(passwordMinLength)
    if (status !== 'password-recovery') return resetLink.noSession
    const answer = await auth.setPassword(password)
    if (!answer.problem) onDone()
    return answer.problem
  })
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-5">
      {problem && <Alert>{problem}</Alert>}
      <NewPasswordInput label="New Password" name="password" email={session?.user.email ?? ''} />
      <PasswordField label="Confirm New Password" name="confirm" autoComplete="new-password" required />
      <Button variant="primary" size="large" type="submit" busy={pending}>
        Reset Password
      </Button>
    </form>
  )
}

const LEVELS: Record<Strength, { label: string; bars: number; color: string }> = {
  'too-short': { label: 'Too short', bars: 0, color: '' },
  weak: { label: 'Weak', bars: 1, color: 'bg-bad' },
  fair: { label: 'Fair', bars: 2, color: 'bg-warn' },
  good: { label: 'Good', bars: 3, color: 'bg-good' },
  strong: { label: 'Strong', bars: 4, color: 'bg-good' },
}

type Props = {
  label: string
  name: string
  email: string
  error?: string
  checksLength?: boolean
  onBlur?: FocusEventHandler<HTMLInputElement>
}

export function NewPasswordInput({ label, name, email, error, onBlur, checksLength = false }: Props) {
  const { passwordMinLength: minLength } = usePublicConfig()
  const [password, setPassword] = useState('')
  const strength = strengthOf(password, { minLength, email })
  return (
    <PasswordField
      label={label}
      hint={
        <>
          {passwordHint(minLength)}
          {strength && <Meter strength={strength} />}
        </>
      }
      name={name}
      error={error}
      minLength={checksLength ? minLength : undefined}
      onBlur={onBlur}
      required
      autoComplete="new-password"
      onChange={(event) => setPassword(event.currentTarget.value)}
    />
  )
}

function Meter({ strength }: { strength: Strength }) {
  const { label, bars, color } = LEVELS[strength]
  return (
    <span className="mt-1.5 flex items-center gap-2.5">
      <span aria-hidden className="flex flex-1 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={cx('h-1 flex-1 rounded-full', bar <= bars ? color : 'bg-line-strong')} />
        ))}
      </span>
      <output className="w-16 text-right">
        <span className="sr-only">Password strength: </span>
        {label}
      </output>
    </span>
  )
}
