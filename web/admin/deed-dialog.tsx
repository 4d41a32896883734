import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { reasonOf } from './messages.ts'

type Props = {
  title: string
  description: string
  /** What the button does. */
  deed: string
  look?: 'primary' | 'danger'
  busy: boolean
  error: Error | null
  onDo: (reason: string) => void
  onClose: () => void
  /** What the deed asks for beside its reason. */
  children?: ReactNode
}

/** What an administrator does with a reason, which the record will show. */
export function DeedDialog({ title, description, deed, look = 'primary', busy, error, ...props }: Props) {
  const { onDo, onClose, children } = props
  const [reason, setReason] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onDo(reason)
  }
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5" noValidate>
        {children}
        <Field label="Reason" hint="It stands in the record.">
          {(control) => (
            <Input
              {...control}
              value={reason}
              maxLength={300}
              autoComplete="off"
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {error && <Alert>{reasonOf(error)}</Alert>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={look} busy={busy}>
            {deed}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
