import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import { Field, Input } from '../../ui/forms/controls.tsx'

type Props = { name: string; onSave: (name: string) => Promise<boolean>; onClose: () => void }

export function RenamePasskeyDialog({ name, onSave, onClose }: Props) {
  const [pending, setPending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = String(new FormData(event.currentTarget).get('name')).trim()
    if (pending || !chosen) return
    setPending(true)
    await onSave(chosen)
    onClose()
  }
  return (
    <Dialog title="Rename passkey" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-5">
        <Field label="Name" hint="For example, the device it is on.">
          {(control) => <Input {...control} name="name" required maxLength={120} defaultValue={name} />}
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" busy={pending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
