import { useRef, useState, type FormEvent } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { textLink } from './auth-card.tsx'
import type { Outcome } from './outcome.ts'
import { useAuth } from './use-auth.ts'

type Props = {
  deed: string
  danger?: boolean
  /** What happens once the code was right. */
  onVerified?: () => void | Promise<Outcome | void>
  /** Inside a dialog there is a way out beside the deed. */
  onCancel?: () => void
}

/** Asks for a code of the authenticator app, or for one of the recovery codes. */
export function CodeForm({ deed, danger = false, onVerified, onCancel }: Props) {
  const { secondFactor } = useAuth().auth
  const [byRecoveryCode, setByRecoveryCode] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '')
    setPending(true)
    const { verifyCode, verifyRecoveryCode } = secondFactor
    const answer = byRecoveryCode ? await verifyRecoveryCode(code) : await verifyCode(code)
    const after = answer.problem ? null : await onVerified?.()
    setPending(false)
    setProblem(answer.problem ?? after?.problem ?? null)
    if (answer.problem) input.current?.select()
  }
  const switchKind = () => {
    setByRecoveryCode(!byRecoveryCode)
    setProblem(null)
    if (input.current) input.current.value = ''
    input.current?.focus()
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-5">
      {problem && <Alert>{problem}</Alert>}
      <Field
        label={byRecoveryCode ? 'Recovery code' : '6-digit code'}
        hint={
          byRecoveryCode
            ? 'One of the codes you saved when you set this up. Each works once.'
            : 'From your authenticator app. A new one appears every 30 seconds.'
        }
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="code"
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here
            autoFocus
            spellCheck={false}
            autoCapitalize="none"
            autoComplete={byRecoveryCode ? 'off' : 'one-time-code'}
            inputMode={byRecoveryCode ? 'text' : 'numeric'}
            maxLength={byRecoveryCode ? 40 : 10}
            className="tracking-widest tabular-nums"
          />
        )}
      </Field>
      <button
        type="button"
        onClick={switchKind}
        className={`${textLink} -my-2 min-h-11 cursor-pointer justify-self-start text-sm md:min-h-0`}
      >
        {byRecoveryCode ? 'Use a code from the app' : 'Use a recovery code'}
      </button>
      {onCancel ? (
        <DialogActions>
          <Button onClick={onCancel}>Cancel</Button>
          <Button look={danger ? 'danger' : 'primary'} type="submit" busy={pending}>
            {deed}
          </Button>
        </DialogActions>
      ) : (
        <Button look="primary" size="large" type="submit" busy={pending}>
          {deed}
        </Button>
      )}
    </form>
  )
}
