import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { FACTOR_RESET_HOURS, VIEW_MINUTES, type AccountNote, type OpenedView } from '#domain/admin/support.ts'
import type { AdminUserPage } from '#domain/admin/users.ts'
import { dateAndTime } from '#domain/time.ts'
import { reasonOf } from '../../api/api-error.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/controls.tsx'
import { ConfirmButton, FormDialog } from '../../ui/overlays/dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useProfile } from '../account/queries.ts'
import { ActionDialog } from './action-dialog.tsx'
import { LoadedRows, Row, Rows } from './rows.tsx'
import {
  supportQuery,
  useAddNote,
  useCancelReset,
  useOpenView,
  useRemoveNote,
  useRequestReset,
  useResendConfirmation,
} from './support-queries.ts'

type Props = { person: AdminUserPage; onView: (view: OpenedView) => void }

export function Support({ person: { id, email }, onView }: Props) {
  const file = useQuery(supportQuery(id))
  const [asking, setAsking] = useState<'view' | 'reset' | null>(null)
  const open = useOpenView()
  const resend = useResendConfirmation(id, email)
  const cancel = useCancelReset(id)
  const { profile } = useProfile()
  if (profile?.id === id) return null
  const close = () => setAsking(null)
  return (
    <>
      <Panel title="Support" action={<Button onClick={() => setAsking('view')}>View as Customer</Button>}>
        <LoadedRows what="the notes" query={file}>
          {({ isConfirmed, hasSecondFactor, reset, notes }) => (
            <div className="grid gap-4">
              {isConfirmed === false && (
                <Line text="The email address is not confirmed.">
                  <Button busy={resend.isPending} onClick={resend.start}>
                    Resend Confirmation
                  </Button>
                </Line>
              )}
              {reset && (
                <Line
                  text={`The second factor will be removed on ${dateAndTime(reset.dueAt)}, at the request of ${reset.requestedBy}.`}
                >
                  <Button busy={cancel.isPending} onClick={cancel.start}>
                    Cancel Reset
                  </Button>
                </Line>
              )}
              {hasSecondFactor && !reset && (
                <Line text="Signs in with a second factor.">
                  <Button onClick={() => setAsking('reset')}>Reset Second Factor</Button>
                </Line>
              )}
              <Notes id={id} notes={notes} />
            </div>
          )}
        </LoadedRows>
      </Panel>
      {asking === 'view' && (
        <ActionDialog
          title="View this account?"
          description={`You see the pages of ${email} for ${VIEW_MINUTES} minutes and cannot change anything. The owner gets an email and a notification with your reason.`}
          action="View Account"
          mutation={open}
          given={(reason) => ({ id, reason })}
          onDone={(view) => {
            close()
            onView(view)
          }}
          onClose={close}
        />
      )}
      {asking === 'reset' && <ResetDialog id={id} email={email} onClose={close} />}
    </>
  )
}

function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">{text}</p>
      {children}
    </div>
  )
}

function Notes({ id, notes }: { id: string; notes: AccountNote[] }) {
  const [text, setText] = useState('')
  const { mutate, isPending, error } = useAddNote()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ id, text }, { onSuccess: () => setText('') })
  }
  return (
    <>
      <form onSubmit={submit} noValidate className="grid gap-3">
        <TextField
          label="New note"
          hint="Its owner gets notes with a copy of their data."
          value={text}
          maxLength={2000}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        {error && <Alert>{reasonOf(error)}</Alert>}
        <div>
          <Button type="submit" busy={isPending}>
            Add Note
          </Button>
        </div>
      </form>
      <Rows label="Notes" none="No notes.">
        {notes.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </Rows>
    </>
  )
}

function Note({ note: { id, text, author, at } }: { note: AccountNote }) {
  const { start, isPending } = useRemoveNote(id)
  return (
    <Row
      title={text}
      text={`${author}, ${dateAndTime(at)}`}
      action={
        <ConfirmButton
          busy={isPending}
          question={{ title: 'Delete this note?', text: 'It cannot be restored.', action: 'Delete' }}
          onConfirm={start}
        >
          Delete
        </ConfirmButton>
      }
    />
  )
}

function ResetDialog({ id, email, onClose }: { id: string; email: string; onClose: () => void }) {
  const [evidence, setEvidence] = useState('')
  const { mutate, isPending, error } = useRequestReset()
  const toast = useToast()
  return (
    <FormDialog
      title="Reset the second factor?"
      description={`In ${FACTOR_RESET_HOURS} hours, two-step verification of ${email} is turned off and every device is signed out. The owner is told now; signing in with the second factor cancels it.`}
      action="Reset Second Factor"
      variant="danger"
      busy={isPending}
      noValidate
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        const onSuccess = () => {
          toast({ title: 'Reset is waiting', description: `${email} was told.` })
          onClose()
        }
        mutate({ id, evidence }, { onSuccess })
      }}
    >
      <TextField
        label="Evidence"
        hint="How you know that this is the owner. Shown in the audit log."
        value={evidence}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => setEvidence(event.target.value)}
      />
      {error && <Alert>{reasonOf(error)}</Alert>}
    </FormDialog>
  )
}
