import { useState, type ReactNode, useRef } from 'react'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { AuthCard, textLink } from './auth-card.tsx'
import { useAuth } from './auth-provider.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/overlays/dialog.tsx'
import { CodeField } from '../../ui/forms/controls.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
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
  const { verifyCode, verifyRecoveryCode } = useAuth().auth.secondFactor
  const [byRecoveryCode, setByRecoveryCode] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const { problem, setProblem, pending, onSubmit } = useSubmit(async (field) => {
    const code = field('code').replaceAll(/\s/g, '')
    const answer = byRecoveryCode ? await verifyRecoveryCode(code) : await verifyCode(code)
    if (answer.problem) input.current?.select()
    return answer.problem ?? (await onVerified?.())?.problem ?? null
  })
  const switchKind = () => {
    setByRecoveryCode(!byRecoveryCode)
    setProblem(null)
    if (input.current) input.current.value = ''
    input.current?.focus()
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-5">
      {problem && <Alert>{problem}</Alert>}
      <CodeField
        label={byRecoveryCode ? 'Recovery code' : '6-digit code'}
        hint={
          byRecoveryCode
            ? 'One of the codes you saved when you set this up. Each works once.'
            : 'From your authenticator app. A new one appears every 30 seconds.'
        }
        ref={input}
        name="code"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here
        autoFocus
        spellCheck={false}
        autoCapitalize="none"
        {...(byRecoveryCode && { autoComplete: 'off', inputMode: 'text', maxLength: 40 })}
      />
      <button
        type="button"
        onClick={switchKind}
        className={`${textLink} -my-2 min-h-11 cursor-pointer justify-self-start text-sm md:min-h-0`}
      >
        {byRecoveryCode ? 'Use a code from the app' : 'Use a recovery code'}
      </button>
      {onCancel ? (
        <FormActions action={action} variant={danger ? 'danger' : 'primary'} busy={pending} onCancel={onCancel} />
      ) : (
        <Button variant="primary" size="large" type="submit" busy={pending}>
          {action}
        </Button>
      )}
    </form>
  )
}
