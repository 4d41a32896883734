import { useState, type ComponentProps, type FormEvent } from 'react'
import { CodeForm } from '../auth/code-form.tsx'
import type { Enrolment } from '../auth/second-factor.ts'
import { useAuth } from '../auth/use-auth.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { CopyButton } from './copy-button.tsx'
import { grouped } from './recovery-codes-dialog.tsx'

type EnrolProps = { enrolment: Enrolment; onDone: () => Promise<void>; onClose: () => void }

export function EnrolDialog({ enrolment, onDone, onClose }: EnrolProps) {
  const { secondFactor } = useAuth().auth
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const cancel = () => {
    void secondFactor.abandonEnrolment(enrolment.factorId)
    onClose()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '')
    setPending(true)
    const answer = await secondFactor.finishEnrolment(enrolment.factorId, code)
    if (!answer.problem) await onDone()
    setPending(false)
    setProblem(answer.problem)
  }
  return (
    <Dialog
      title="Set up two-step verification"
      description="You need an authenticator app on your phone, such as the one your password manager brings."
      onClose={cancel}
    >
      <form onSubmit={(event) => void submit(event)} className="grid gap-5">
        <div className="flex items-center gap-5 max-sm:flex-col max-sm:items-start">
          <img
            src={enrolment.picture}
            alt="QR code for the authenticator app"
            width={168}
            height={168}
            className="flex-none rounded-md border border-line max-sm:self-center"
          />
          <div className="grid min-w-0 gap-2">
            <p>Scan this with the app. If you cannot scan, type this key instead:</p>
            <p className="font-mono text-sm break-words">{grouped(enrolment.secret, ' ')}</p>
            <CopyButton text={enrolment.secret}>Copy Key</CopyButton>
          </div>
        </div>
        {problem && <Alert>{problem}</Alert>}
        <Field label="6-digit code" hint="The one the app shows now.">
          {(control) => (
            <Input
              {...control}
              name="code"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              className="tracking-widest tabular-nums"
            />
          )}
        </Field>
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" type="submit" busy={pending}>
            Turn On
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type CodeProps = Pick<ComponentProps<typeof CodeForm>, 'deed' | 'danger' | 'onVerified'> & {
  title: string
  description: string
  onClose: () => void
}

/** Before the protection is changed: a code again, so that an unattended screen is not enough. */
export function CodeDialog({ title, description, onClose, ...form }: CodeProps) {
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <CodeForm {...form} onCancel={onClose} />
    </Dialog>
  )
}
