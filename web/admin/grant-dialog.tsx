import { useState, type SyntheticEvent } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { DaysField, daysOf } from './days-field.tsx'
import { granted, reasonOf } from './messages.ts'
import { useGive } from './queries.ts'

type Props = { userId: string; email: string; onClose: () => void }

/** Access without payment, with the reason that the record will show. */
export function GrantDialog({ userId, email, onClose }: Props) {
  const [days, setDays] = useState({ text: '30', forGood: false })
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useGive()
  const toast = useToast()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const done = () => {
      toast(granted(email))
      onClose()
    }
    mutate({ userId, days: daysOf(days), reason }, { onSuccess: done })
  }
  return (
    <Dialog title="Give access" description={`To ${email}, from now on.`} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5" noValidate>
        <DaysField days={days} onChange={setDays} />
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
          <Button type="submit" look="primary" busy={isPending}>
            Give Access
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
