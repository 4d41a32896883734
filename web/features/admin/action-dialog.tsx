import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'
import { Field, Input } from '../../ui/forms/controls.tsx'
import { reasonOf } from './text.ts'

type Props = {
  title: string
  description: string
  action: string
  variant?: 'primary' | 'danger'
  busy: boolean
  error: Error | null
  onDo: (reason: string) => void
  onClose: () => void
  children?: ReactNode
}

export function ActionDialog({ title, description, action, variant = 'primary', busy, error, ...props }: Props) {
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
        <Field label="Reason" hint="Shown in the audit log.">
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
          <Button type="submit" variant={variant} busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const MAX_GRANT_DAYS = 3650

export type Days = { text: string; forGood: boolean }

export const daysOf = ({ text, forGood }: Days): number | null => (forGood ? null : Number(text))

export function DaysField({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  return (
    <div className="grid gap-3">
      <Field label="Days of access">
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_GRANT_DAYS}
            disabled={days.forGood}
            value={days.text}
            onChange={(event) => onChange({ ...days, text: event.target.value })}
          />
        )}
      </Field>
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          checked={days.forGood}
          onChange={(event) => onChange({ ...days, forGood: event.target.checked })}
          className="size-4.5 cursor-pointer accent-accent"
        />
        For good
      </label>
    </div>
  )
}
