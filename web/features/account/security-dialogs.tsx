import { Download } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { deleteAccount } from '#domain/account/endpoints.ts'
import { ApiError } from '../../api/api-error.ts'
import { useApi, usePublicConfig } from '../../api/context.ts'
import { useAuth, useConfirmIdentity } from '../auth/auth-provider.tsx'
import { accountDeleted } from '../auth/browser-storage.ts'
import { CodeForm } from '../auth/code-form.tsx'
import type { Outcome } from '../auth/outcome.ts'
import type { Enrollment } from '../auth/second-factor.ts'
import { Alert, Notice } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField, PasswordField, TextField, UsernameHint } from '../../ui/forms/controls.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog, DialogActions, FormDialog } from '../../ui/overlays/dialog.tsx'
import { CopyButton, saveFile } from '../../ui/copy-and-save.tsx'
import { useProfile } from './queries.ts'

type EnrollProps = { enrollment: Enrollment; onDone: () => Promise<void>; onClose: () => void }

export function EnrollDialog({ enrollment, onDone, onClose }: EnrollProps) {
  const { secondFactor } = useAuth().auth
  const cancel = () => {
    void secondFactor.abandonEnrollment(enrollment.factorId)
    onClose()
  }
  const { problem, pending, onSubmit } = useSubmit(async (field) => {
    const answer = await secondFactor.finishEnrollment(enrollment.factorId, field('code').replaceAll(/\s/g, ''))
    if (!answer.problem) await onDone()
    return answer.problem
  })
  return (
    <FormDialog
      title="Set up two-step verification"
      description="You need an authenticator app on your phone. Many password managers include one."
      action="Turn On"
      busy={pending}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <div className="flex items-center gap-5 max-sm:flex-col max-sm:items-start">
        <img
          src={enrollment.picture}
          alt="QR code for the authenticator app"
          width={168}
          height={168}
          className="flex-none rounded-md border border-line max-sm:self-center"
        />
        <div className="grid min-w-0 gap-2">
          <p>Scan this code with the app, or enter this key:</p>
          <p className="font-mono text-sm break-words">{grouped(enrollment.secret, ' ')}</p>
          <CopyButton text={enrollment.secret}>Copy Key</CopyButton>
        </div>
      </div>
      {problem && <Alert>{problem}</Alert>}
      <CodeField label="6-digit code" hint="Enter the current code from your app." name="code" />
    </FormDialog>
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

/** The codes are shown only once, so closing without saving them takes a second click. */
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

const grouped = (text: string, mark: string) =>
  /^[a-z0-9]+$/i.test(text) ? (text.match(/.{1,4}/g) ?? []).join(mark) : text

type RenameProps = { name: string; onSave: (name: string) => Promise<boolean>; onClose: () => void }

export function RenamePasskeyDialog({ name, onSave, onClose }: RenameProps) {
  const { pending, onSubmit } = useSubmit(async (field) => {
    const chosen = field('name').trim()
    if (!chosen) return null
    await onSave(chosen)
    onClose()
    return null
  })
  return (
    <FormDialog title="Rename passkey" action="Save" busy={pending} onSubmit={onSubmit} onClose={onClose}>
      <TextField
        label="Name"
        hint="For example, the device it is on."
        name="name"
        required
        maxLength={120}
        defaultValue={name}
      />
    </FormDialog>
  )
}

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { keepsIdentity } = usePublicConfig().auth
  const api = useApi()
  const { auth } = useAuth()
  const { profile, shown } = useProfile()
  const confirmIdentity = useConfirmIdentity()
  const deleteNow = async (password: string): Promise<Outcome> => {
    try {
      await api.call(deleteAccount, { body: { password } })
      return { problem: null }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500)
        return { problem: 'We could not delete your account. Nothing was changed.' }
      return { problem: error.reason, needsProof: error.code === 'reauthentication-needed' }
    }
  }
  const { problem, pending, onSubmit } = useSubmit(async (field) => {
    const deleted = await confirmIdentity(() => deleteNow(field('password')))
    if (deleted.problem) return deleted.problem
    accountDeleted.remember()
    await auth.signOut()
    return null
  })
  return (
    <FormDialog
      title="Delete your account?"
      description="This cannot be undone."
      action="Delete Account"
      variant="danger"
      busy={pending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-sm marker:text-faint">
        <li>Your companies, your profile and everything else you entered are deleted immediately.</li>
        {keepsIdentity ? (
          <li>
            Your sign-in itself is not deleted: it stays at our sign-in service. Contact us to have it deleted too.
          </li>
        ) : (
          <li>You are signed out on every device, and your passkeys and codes stop working.</li>
        )}
        {profile?.stripeSubscriptionId && <li>Your subscription is canceled, and you are not charged again.</li>}
        {profile?.stripeCustomerId && <li>We keep invoices only as long as the law requires.</li>}
        <li>We will send a final confirmation to {shown.email}.</li>
      </ul>
      {problem && <Alert>{problem}</Alert>}
      <UsernameHint email={shown.email} />
      <PasswordField
        label="Your password"
        hint="Leave this empty if you sign in without one."
        name="password"
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
