import { useState, type SyntheticEvent } from 'react'
import type { CreatedCode } from '#domain/admin.ts'
import { CopyButton } from '../account/copy-button.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { DaysField, daysOf } from './days-field.tsx'
import { reasonOf } from './messages.ts'
import { useCreateCode } from './queries.ts'

/** Makes a code, then shows it: the only time that it is told. */
export function CodeDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<CreatedCode | null>(null)
  return made ? (
    <Dialog
      title="The code"
      description="It is kept nowhere: copy it now, and give it to one person."
      onClose={onClose}
    >
      <p className="text-center font-mono text-lg tracking-wide break-words select-all">{made.code}</p>
      <div className="flex justify-center">
        <CopyButton text={made.code}>Copy</CopyButton>
      </div>
      <DialogActions>
        <Button look="primary" className="max-sm:col-span-2" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  ) : (
    <NewCodeForm onMade={setMade} onClose={onClose} />
  )
}

function NewCodeForm({ onMade, onClose }: { onMade: (code: CreatedCode) => void; onClose: () => void }) {
  const [days, setDays] = useState({ text: '30', forGood: false })
  const [within, setWithin] = useState('90')
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useCreateCode()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    mutate({ days: daysOf(days), reason, redeemWithinDays: Number(within) }, { onSuccess: onMade })
  }
  return (
    <Dialog title="Make a code" description="Whoever redeems it first has access." onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5" noValidate>
        <DaysField days={days} onChange={setDays} />
        <Field label="Days in which it can be redeemed">
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              min={1}
              max={365}
              value={within}
              onChange={(event) => setWithin(event.target.value)}
            />
          )}
        </Field>
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
            Make Code
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
