import { useState } from 'react'
import type { CreatedCode } from '#domain/admin/users.ts'
import { CopyButton } from '../account/copy-button.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { DaysField, daysOf } from './days-field.tsx'
import { DeedDialog } from './deed-dialog.tsx'
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
  const { mutate, isPending, error } = useCreateCode()
  return (
    <DeedDialog
      title="Make a code"
      description="Whoever redeems it first has access."
      deed="Make Code"
      busy={isPending}
      error={error}
      onDo={(reason) =>
        mutate({ days: daysOf(days), reason, redeemWithinDays: Number(within) }, { onSuccess: onMade })
      }
      onClose={onClose}
    >
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
    </DeedDialog>
  )
}
