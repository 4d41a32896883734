import { useState, type ComponentProps, type FormEvent } from 'react'
import { CodeForm } from '../auth/code-form.tsx'
import type { Enrolment } from '../auth/second-factor.ts'
import { useAuth } from '../auth/auth-provider.tsx'
import { Alert, Notice } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import { Field, Input } from '../../ui/forms/controls.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Download } from 'lucide-react'
import { saveFile } from '../../ui/save-file.ts'

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
      description="You need an authenticator app on your phone. Many password managers include one."
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
            <p>Scan this code with the app, or enter this key:</p>
            <p className="font-mono text-sm break-words">{grouped(enrolment.secret, ' ')}</p>
            <CopyButton text={enrolment.secret}>Copy Key</CopyButton>
          </div>
        </div>
        {problem && <Alert>{problem}</Alert>}
        <Field label="6-digit code" hint="Enter the current code from your app.">
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
          <Button variant="primary" type="submit" busy={pending}>
            Turn On
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type CodeProps = Pick<ComponentProps<typeof CodeForm>, 'action' | 'danger' | 'onVerified'> & {
  title: string
  description: string
  onClose: () => void
}

export function CodeDialog({ title, description, onClose, ...form }: CodeProps) {
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <CodeForm {...form} onCancel={onClose} />
    </Dialog>
  )
}

const FILE = 'tidings-recovery-codes.txt'

/** Shown only once, so leaving without saving takes a second press. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isSaved, setSaved] = useState(false)
  const [isWarned, setWarned] = useState(false)
  const shown = codes.map((code) => grouped(code, '-'))
  const text = `${shown.join('\n')}\n`
  const leave = () => (isSaved || isWarned ? onClose() : setWarned(true))
  const download = () => {
    const about = 'Recovery codes for Tidings. Each works once, in place of a code from the app.\n\n'
    saveFile(new Blob([about, text], { type: 'text/plain' }), FILE)
    setSaved(true)
  }
  return (
    <Dialog
      title="Your recovery codes"
      description="If you lose your phone, you can sign in once with each of these. They are shown only now: save them in your password manager or on paper."
      onClose={leave}
    >
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-8 gap-y-1.5 rounded-md bg-sunk px-5 py-4 font-mono sm:grid-cols-2"
      >
        {shown.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} onCopied={() => setSaved(true)}>
          Copy
        </CopyButton>
        <Button onClick={download}>
          <Download aria-hidden />
          Download
        </Button>
      </div>
      {isWarned && !isSaved && <Notice>You have not saved the codes. Press again to leave anyway.</Notice>}
      <DialogActions>
        <Button variant="primary" onClick={leave} className="max-sm:col-span-2">
          I Have Saved Them
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export const grouped = (text: string, mark: string) =>
  /^[a-z0-9]+$/i.test(text) ? (text.match(/.{1,4}/g) ?? []).join(mark) : text
