import { useState } from 'react'
import { passwordHint, strengthOf, type Strength } from '#domain/auth/password.ts'
import { usePublicConfig } from '../api/public-config-context.ts'
import { cx } from '../ui/class-names.ts'
import { Field } from '../ui/field.tsx'
import { PasswordInput } from '../ui/input.tsx'

const LEVELS: Record<Strength, { label: string; bars: number; color: string }> = {
  'too-short': { label: 'Too short', bars: 0, color: '' },
  weak: { label: 'Weak', bars: 1, color: 'bg-bad' },
  fair: { label: 'Fair', bars: 2, color: 'bg-warn' },
  good: { label: 'Good', bars: 3, color: 'bg-good' },
  strong: { label: 'Strong', bars: 4, color: 'bg-good' },
}

type Props = { label: string; name: string; email: string; checksLength?: boolean }

/** The field for a password that is being chosen: what it must have, and how good it is so far. */
export function NewPasswordInput({ label, name, email, checksLength = false }: Props) {
  const { passwordMinLength: minLength } = usePublicConfig()
  const [password, setPassword] = useState('')
  const strength = strengthOf(password, { minLength, email })
  return (
    <Field
      label={label}
      hint={
        <>
          {passwordHint(minLength)}
          {strength && <Meter strength={strength} />}
        </>
      }
    >
      {(control) => (
        <PasswordInput
          {...control}
          name={name}
          required
          minLength={checksLength ? minLength : undefined}
          autoComplete="new-password"
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
    </Field>
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
