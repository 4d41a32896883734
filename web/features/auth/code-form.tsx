import { useState, type ReactNode, useRef, type FormEvent } from 'react'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { AuthCard, textLink } from './auth-card.tsx'
import { useAuth } from './auth-provider.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/overlays/dialog.tsx'
import { Field, Input } from '../../ui/forms/controls.tsx'
import type { Outcome } from './outcome.ts'

export function SecondFactorStep({ before }: { before?: ReactNode }) {
  const { session, auth } = useAuth()
  const [leaving, setLeaving] = useState(false)
  usePageTitle('Two-Step Verification')
  const cancel = async () => {
    setLeaving(true)
    await auth.signOut()
  }
  return (
    <AuthCard
      title="Two-step verification"
      subtitle={before ?? `Enter a code to sign in as ${session?.user.email ?? 'yourself'}.`}
      footer={
        <>
          Not you, or no code at hand?{' '}
          <button
            type="button"
            disabled={leaving}
            onClick={() => void cancel()}
            className={`${textLink} cursor-pointer`}
          >
            Cancel and sign out
          </button>
        </>
      }
    >
      <CodeForm action="Verify" />
    </AuthCard>
  )
}

type Props = {
  action: string
  danger?: boolean
  onVerified?: () => void | Promise<Outcome | void>
  onCancel?: () => void
}

export function CodeForm({ action, danger = false, onVerified, onCancel }: Props) {
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
          <Button variant={danger ? 'danger' : 'primary'} type="submit" busy={pending}>
            {action}
          </Button>
        </DialogActions>
      ) : (
        <Button variant="primary" size="large" type="submit" busy={pending}>
          {action}
        </Button>
      )}
    </form>
  )
}
